/** Captures as text, and what can be done from a source that begins a scope. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { captureEditor, putCapture, shownCapture } from '../captureEditor';
import { actUntil } from '../retried';
import { sourceEditor } from '../sourceEditor';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

const ireereplay = path.resolve(__dirname, '..', '..', '..', 'bin', 'ireereplay');

const SOURCE = `// Records what it does.
#include "iree/hal/replay/recorder.h"

iree_status_t run(iree_hal_replay_recorder_t* recorder) {
  IREE_RETURN_IF_ERROR(iree_hal_replay_recorder_scope_begin(
      recorder, IREE_SV("execute")));
  return iree_hal_replay_recorder_scope_end(recorder, IREE_SV("execute"));
}
`;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  writeFileSync(path.join(workbench.folder, 'app.c'), SOURCE);
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const servers = (): number => workbench.processes().filter(({ commandLine }) => commandLine.includes('languageServer.js')).length;
const lens = (title: string): Locator => workbench.page.locator('.codelens-decoration a', { hasText: title }).first();
const key = (name: string): Promise<void> => workbench.page.keyboard.press(name);
/** Line and column of the cursor, as the status bar says it. */
const cursor = async (): Promise<string> => (await workbench.page.locator('#status\\.editor\\.selection').textContent()) ?? '';

/** Behind the words, in the line of the dump that has `line`. */
function columnBehind(line: string, words: string): number {
  const args = [ireereplay, 'dump', path.join(workbench.folder, 'block.ireereplay')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const found = text.split('\n').find((one) => one.includes(line)) ?? '';
  return found.indexOf(words) + words.length + 1;
}

test('where there is no capture nothing appears, and nothing runs', async () => {
  await workbench.openFile('app.c');
  await workbench.page.locator('.view-line', { hasText: 'Records what it does' }).waitFor();
  await workbench.page.waitForTimeout(3000);
  assert.equal(await workbench.page.locator('.codelens-decoration').count(), 0);
  assert.equal(servers(), 0);
});

test('a capture that is opened brings a lens to the source that begins its scope', async () => {
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.openFile('block.ireereplay');
  await shownCapture(workbench);
  await workbench.openFile('app.c');
  await lens('Replay scope "execute"').waitFor();
  await lens('Show in Capture (block.ireereplay)').waitFor();
  assert.equal(servers(), 1);
  await workbench.screenshot('source-scope-lens');
});

test('the lens replays the scope', async () => {
  const said = await captureEditor(workbench).replayed(() => lens('Replay scope "execute"').click());
  assert.match(said, /^Scope execute took .*s on local-sync, the whole replay/);
});

test('and says from then on what the scope took', async () => {
  await workbench.openFile('app.c');
  const time = lens('Last run: ');
  await time.waitFor();
  await says(time, /^Last run: [\d.]+ .?s$/);
  await workbench.screenshot('source-scope-time');
  await time.click();
  await captureEditor(workbench).headed(/^#\d+ .*scope_begin/);
});

test('a capture opens as text, coloured, and tells what it is', async () => {
  await workbench.openFile('block.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Open as Text');
  const line = workbench.page.locator('.view-line', { hasText: 'IREE HAL replay v2.0' });
  await line.waitFor();
  const coloured = workbench.page.locator('.view-line', { hasText: '#1 ' }).first();
  await until('colours', async () => {
    const colours = await coloured
      .locator('span span')
      .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    return colours > 3;
  });
  await lens('Replay scope "init"').waitFor();
  await workbench.screenshot('dump-text');
});

test('by keys alone one goes to a symbol, from an object to its description, and back', async () => {
  await workbench.page.locator('.editor-group-container.active .view-lines').click();
  await key('Control+Shift+O');
  await workbench.page.keyboard.type('softmax');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'softmax' }).waitFor();
  await key('Enter');
  await until('the dispatch', async () => (await cursor()).startsWith('Ln 60,'));
  const column = columnBehind('#46 ', 'executable_id=');
  const mention = `Ln 60, Col ${String(column)}`;
  await sourceEditor(() => workbench).goTo(60, column);
  await until('an object that is named', async () => (await cursor()) === mention);
  await key('F12');
  await until('its description', async () => (await cursor()).startsWith('Ln 26,'));
  await key('Control+Alt+Minus');
  await until('where it was named', async () => (await cursor()) === mention);
});

test('and to all that names it, and to what calls the kernel of a dispatch', async () => {
  await key('Shift+F12');
  const named = workbench.page.locator('.reference-zone-widget .monaco-list-row');
  await until('several mentions', async () => (await named.count()) > 3);
  await workbench.screenshot('dump-references');
  await key('Escape');
  await named.first().waitFor({ state: 'detached' });
  await key('Shift+Alt+H');
  const callers = workbench.page.locator('.pane-body .monaco-list-row');
  await callers.filter({ hasText: /_softmax_/ }).waitFor();
  await callers.filter({ hasText: 'command_buffer 9' }).waitFor();
  await workbench.screenshot('dump-callers');
});

test('and as JSONL, from which a dispatch is shown in the capture', async () => {
  await workbench.openFile('block.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Open as JSONL');
  await workbench.page.locator('.view-line', { hasText: '"version_major":2' }).waitFor();
  await workbench.screenshot('dump-jsonl');
  await lens('Replay scope "init"').waitFor();
  await lens('Show in Capture').click();
  await captureEditor(workbench).headed(/^#1 /);
});

test('what stands against a replay is marked at its record, and a remedy there mends it', async () => {
  putCapture(workbench, 'host-signal.ireereplay', 'host-signal.ireereplay');
  await workbench.openFile('host-signal.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Open as Text');
  await workbench.page.locator('.view-line', { hasText: 'file_length: 18798' }).waitFor();
  await lens('Stop Before #24 (leaves no problem)').waitFor();
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'This operation waits for semaphore 5 to reach 1' });
  await workbench.runCommand('Problems: Focus on Problems View');
  await problem.waitFor();
  await problem.click();
  await says(problem, /wait-never-signaled/);
  const severity = async (): Promise<string> => (await problem.locator('.marker-icon .codicon').first().getAttribute('class')) ?? '';
  assert.match(await severity(), /codicon-error/);
  await workbench.screenshot('dump-problem');
  // VS Code forgets what a lens does when lenses come anew, and a click at that moment does nothing.
  const assume = lens('Assume Host Signals (leaves no problem)');
  await actUntil({
    wanted: 'the error to be a warning',
    doing: 'Assume Host Signals, where it is offered',
    act: async () => {
      if ((await assume.count()) > 0) await assume.click({ timeout: 1000 });
    },
    holds: async () => (await severity()).includes('codicon-warning'),
    instead: severity,
    momentSeconds: 10,
  });
  await says(problem, /the host is assumed to have signaled it/);
  await lens('Assume Host Signals').waitFor({ state: 'detached' });
  await workbench.screenshot('dump-problem-mended');
  await workbench.openFile('host-signal.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.view.getByLabel('Without host signals assumed').waitFor();
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
});
