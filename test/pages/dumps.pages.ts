/** Captures as text, and what can be done from a source that begins a scope. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture } from '../e2e/captureEditor';
import { processesBelow } from '../e2e/processes';
import type { ShownLens } from './vscode/lenses';
import type { ShownProblem } from './vscode/problems';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

let window: PagesWindow;

const ireereplay = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');

const SOURCE = `// Records what it does.
#include "iree/hal/replay/recorder.h"

iree_status_t run(iree_hal_replay_recorder_t* recorder) {
  IREE_RETURN_IF_ERROR(iree_hal_replay_recorder_scope_begin(
      recorder, IREE_SV("execute")));
  return iree_hal_replay_recorder_scope_end(recorder, IREE_SV("execute"));
}
`;

before(async () => {
  window = await openWindow({ files: [] });
  writeFileSync(path.join(window.folder, 'app.c'), SOURCE);
});
after(async () => {
  await window.dispose();
});

/** The extension is in this process: the server is one that it has started. */
const servers = (): number => processesBelow(process.pid).filter(({ commandLine }) => commandLine.includes('languageServer.js')).length;
const lens = (words: string): Promise<ShownLens> => window.textEditor.lens(words);
const cursor = (): string => `Ln ${String(window.text?.line)}, Col ${String(window.textEditor.column)}`;
/** The texts of the lines of the text that is shown. */
const text = (): string => window.text?.text ?? '';

/** Behind the words, in the line of the dump that has `line`. */
function columnBehind(line: string, words: string): number {
  const args = [ireereplay, 'dump', path.join(window.folder, 'block.ireereplay')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const found = text.split('\n').find((one) => one.includes(line)) ?? '';
  return found.indexOf(words) + words.length + 1;
}

test('where there is no capture nothing appears, and nothing runs', async () => {
  await window.openFile('app.c');
  assert.match(text(), /Records what it does/);
  // What a provider would say of it, and what was started for it.
  await window.textEditor.hover();
  assert.deepEqual(window.textEditor.lenses, []);
  assert.equal(servers(), 0);
});

test('a capture that is opened brings a lens to the source that begins its scope', async () => {
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.openFile('block.ireereplay');
  await shownCapture(window);
  await window.openFile('app.c');
  await lens('Replay scope "execute"');
  await lens('Show in Capture (block.ireereplay)');
  assert.equal(servers(), 1);
});

test('the lens replays the scope', async () => {
  const said = await captureEditor(window).replayed(async () => (await lens('Replay scope "execute"')).choose());
  assert.match(said, /^Scope execute took .*s on local-sync, the whole replay/);
});

test('and says from then on what the scope took', async () => {
  await window.openFile('app.c');
  const time = await lens('Last run: ');
  assert.match(time.title, /^Last run: [\d.]+ .?s$/);
  time.choose();
  await captureEditor(window).headed(/^#\d+ .*scope_begin/);
});

test('a capture opens as text, and tells what it is', async () => {
  await window.openFile('block.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Open as Text');
  await window.tab('block.ireereplay.txt');
  assert.match(text(), /IREE HAL replay v2\.0/);
  await lens('Replay scope "init"');
});

test('one goes to a symbol, and from an object to its description', async () => {
  const [symbol] = await until('the symbol', async () => {
    const found = (await window.textEditor.symbols()).filter(({ name }) => name.includes('softmax'));
    return found.length > 0 && found;
  });
  assert.equal(symbol?.line, 60);
  window.textEditor.goTo(60, columnBehind('#46 ', 'executable_id='));
  await window.textEditor.goToDefinition();
  assert.match(cursor(), /^Ln 26,/);
});

test('and to all that names it, and to what calls the kernel of a dispatch', async () => {
  window.textEditor.goTo(60, columnBehind('#46 ', 'executable_id='));
  const named = await window.textEditor.references();
  assert.ok(named.length > 3, JSON.stringify(named));
  const [called, ...callers] = await window.textEditor.callers();
  assert.match(called ?? '', /_softmax_/);
  assert.ok(callers.includes('command_buffer 9'), callers.join());
});

test('and as JSONL, from which a dispatch is shown in the capture', async () => {
  await window.openFile('block.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Open as JSONL');
  await window.tab('block.ireereplay.jsonl');
  assert.match(text(), /"version_major":2/);
  await lens('Replay scope "init"');
  (await lens('Show in Capture')).choose();
  await captureEditor(window).headed(/^#1 /);
});

test('what stands against a replay is marked at its record, and a remedy there mends it', async () => {
  putCapture(window, 'host-signal.ireereplay', 'host-signal.ireereplay');
  await window.openFile('host-signal.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Open as Text');
  await window.tab('host-signal.ireereplay.txt');
  assert.match(text(), /file_length: 18798/);
  await lens('Stop Before #24 (leaves no problem)');
  const problem = (severity: string): Promise<ShownProblem> =>
    until(`the ${severity}`, () => {
      const { problems } = window.textEditor;
      const found = problems.find(({ message }) => message.includes('This operation waits for semaphore 5 to reach 1'));
      if (found?.severity !== severity) throw new Error(`there is ${JSON.stringify(problems)}`);
      return found;
    });
  const { code, line } = await problem('Error');
  assert.equal(code, 'wait-never-signaled');
  window.textEditor.goTo(line);
  assert.ok((await window.textEditor.fixes()).some(({ title }) => title === 'Assume Host Signals (leaves no problem)'));
  await lens('Assume Host Signals (leaves no problem)');
  window.textEditor.goTo(1);
  await window.runCommand('IREE Replay: Fix Problem…');
  await window.answers.message('There is no fix for this line. F8 goes to the next problem.');
  // By the key for quick fixes, which VS Code has for texts that can be changed alone.
  window.textEditor.goTo(line);
  await window.runCommand('IREE Replay: Fix Problem…');
  await window.answers.choose('Fix Problem', 'Assume Host Signals (leaves no problem)');
  assert.match((await problem('Warning')).message, /the host is assumed to have signaled it/);
  await until('no such lens', () => !window.textEditor.lenses.some(({ title }) => title.includes('Assume Host Signals')));
  await window.openFile('host-signal.ireereplay');
  const editor = await shownCapture(window);
  await editor.view.getByLabel('Without host signals assumed').waitFor();
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
});
