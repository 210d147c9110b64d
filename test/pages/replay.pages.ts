import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { counted } from '../e2e/counted';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { ENDLESS_LOOP, UNDEFINED_INSTRUCTION, withKernel } from '../e2e/smallKernel';
import { present } from '../present';
import { has, says } from '../e2e/said';
import { until } from '../e2e/until';
import type { StatusItem } from './vscode/statusBar';
import { guidePicture } from './pictures';
import { openWindow, type PagesWindow } from './window';

/** What small.ireereplay's application read back: floats 1 4 9 16, as its recipe says. */
const squares = createHash('sha256')
  .update(Buffer.from(new Float32Array([1, 4, 9, 16]).buffer))
  .digest('hex');

let window: PagesWindow;

before(async () => {
  window = await openWindow({
    files: ['small.ireereplay', 'file-digest.ireereplay', 'weights.bin', 'host-call.ireereplay', 'host-signal.ireereplay'],
  });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(window, 'small.ireereplay', 'explorer.ireereplay');
  putCapture(window, 'small.ireereplay', 'broken.ireereplay', withKernel(UNDEFINED_INSTRUCTION));
  putCapture(window, 'small.ireereplay', 'endless.ireereplay', withKernel(ENDLESS_LOOP));
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

async function opened(name: string): Promise<CaptureEditor> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('eplayable on'));
  return editor;
}

const pageText = async ({ view }: CaptureEditor): Promise<string> => (await view.locator('body').textContent()) ?? '';

test('Replay executes the captured kernels and shows what came of it', async () => {
  const editor = await opened('small.ireereplay');
  assert.match(await editor.replayed(), /^Replayed on local-sync in .*s: \d+ operations, \d+ dispatches\.$/);
  const outputs = editor.view.locator('.outcome table').last().locator('tbody tr');
  const hashes = await outputs
    .locator('td')
    .last()
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
  assert.ok(hashes.includes(squares), hashes.join(' '));
  await window.screenshot('replay-small');
});

test('the status bar has the device and what was found out last of the capture in front, and finds it out again', async () => {
  await opened('explorer.ireereplay');
  const item = (): StatusItem | undefined => window.statusItems.find(({ text }) => text.startsWith('local-sync'));
  const said = (wanted: RegExp): Promise<unknown> => until(String(wanted), () => wanted.test(item()?.text ?? ''));
  await said(/^local-sync$/);
  await window.showTab('small.ireereplay');
  await said(/^local-sync\s+replayed in [\d.]+ .s$/);
  const before = present(item(), 'word in the status bar');
  assert.match(before.label, /^local-sync, Replay: replayed in [\d.]+ .s\. Replay again$/);
  before.choose();
  await until('another replay', () => item()?.text !== before.text);
  await said(/^local-sync\s+replayed in /);
});

test('a result links to its records', async () => {
  const editor = captureEditor(window);
  await editor.view.locator('.outcome a', { hasText: '#54' }).click();
  await editor.headed('#54 buffer.map_range');
});

for (const name of ['mm256', 'block']) {
  test(`${name} replays`, async () => {
    const editor = await opened(`${name}.ireereplay`);
    assert.match(await editor.replayed(), /^Replayed on local-sync/);
    await window.screenshot(`replay-${name}`);
  });
}

test('Replay Up To Here ends before the record', async () => {
  const editor = await opened('small.ireereplay');
  const said = await editor.replayed(() => editor.chooseInMenu(editor.row('queue_dispatch'), 'Replay Up To Here'));
  assert.match(said, /^Replayed up to record 27, before it executes, on local-sync .* 0 dispatches\.$/);
  await window.screenshot('replay-up-to');
});

test('Replay This Scope says what the scope took', async () => {
  const editor = await opened('block.ireereplay');
  const said = await editor.replayed(() => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Replay This Scope'));
  assert.match(said, /^Scope execute took .*s on local-sync, the whole replay/);
  await counted(editor.view.locator('.outcome table').first().locator('tbody tr'), 1);
  await window.screenshot('replay-scope');
});

test('a device with threads is chosen, and how many', async () => {
  const editor = await opened('mm256.ireereplay');
  await editor.pick('Device', 'local-task');
  await editor.view.getByLabel('Threads').click();
  await window.screenshot('replay-threads');
  await window.page.keyboard.press('Escape');
  await editor.pick('Threads', '1');
  await until('the preflight', async () => (await editor.health()).includes('Replayable on local-task'));
  assert.match(await editor.replayed(), /^Replayed on local-task/);
  await editor.pick('Device', 'local-sync');
  await until('the preflight', async () => (await editor.health()).includes('Replayable on local-sync'));
});

test('once it was replayed, each dispatch has the time that it took in one run', async () => {
  const editor = await opened('block.ireereplay');
  const column = editor.view.getByRole('columnheader', { name: /^Time, .?s$/ });
  await has(column.locator('.el'), 'title', 'From the last replay, once more to note times, local-sync');
  const dispatches = editor.view.locator('.list .tr', { has: editor.view.locator('.op', { hasText: /^\s*dispatch/ }) });
  const times = (): Promise<readonly number[]> =>
    dispatches.evaluateAll((rows) =>
      rows.map((row) => Number.parseFloat((row.querySelector('.c-time')?.textContent ?? '').replace('<', ''))),
    );
  await until('a time for each', async () => {
    const all = await times();
    return all.length > 5 && all.every((one) => one > 0);
  });
  await guidePicture(window, 'replay', { width: 1100, height: 520 });
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/dispatch$/);
  await says(editor.panel.locator('.last-run'), /last replay, once more to note times, local-sync, 1 execution/);
  await window.screenshot('replay-times');
});

test('files are looked at when a replay is asked for, and what is wrong is listed with record and remedy before anything runs', async () => {
  const editor = await opened('file-digest.ireereplay');
  // Nobody has looked at files that a capture names before its replay is asked for; a list of notes alone is closed at first.
  await editor.view.getByLabel('Show the problems').click();
  await says(editor.view.locator('.pr').first(), /checked when it is replayed.*weights\.bin.*#24/s);
  await editor.replayButton.click();
  await until('the refusal', async () => (await editor.health()).startsWith('Not replayable on local-sync: 1 problem'));
  const problem = editor.view.locator('.pr').first();
  await says(problem, /File missing.*weights\.bin.*#24.*Remap Files…/s);
  const reason = (await problem.locator('.d').textContent()) ?? '';
  await editor.view.locator('.run[data-state=refused]').waitFor();
  assert.equal((await pageText(editor)).split(reason).length, 2, 'the reason stands once');
  await problem.locator('a', { hasText: '#24' }).click();
  await editor.headed('#24 device.import_file');
  await says(editor.panel, /Takes the files from another folder.*ireereplay run/s);
  await window.screenshot('replay-problem');
});

test('files are remapped by the button, and then it replays', async () => {
  const editor = captureEditor(window);
  await editor.view.locator('.pr .acts > *', { hasText: 'Remap Files…' }).click();
  await window.answers.files('Folder to Use Instead of /mnt/capture/params', '.');
  await until('the preflight', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  await says(editor.view.locator('.chip'), /files of \/mnt\/capture\/params from/);
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  await window.screenshot('replay-remapped');
});

test('a replay that lacks a file can be asked for again, and looks at the file again', async () => {
  const editor = captureEditor(window);
  const file = path.join(window.folder, 'weights.bin');
  renameSync(file, `${file}.away`);
  assert.equal(await editor.replayed(), 'Not replayed: 1 problem found before the first operation.');
  await until('the refusal', async () => (await editor.health()).startsWith('Not replayable on local-sync: 1 problem'));
  renameSync(`${file}.away`, file);
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  await until('the problem to be gone', async () => (await editor.health()).startsWith('Replayable on local-sync'));
});

test('a wait that only the host signaled is assumed by the button, until that is taken back', async () => {
  const editor = await opened('host-signal.ireereplay');
  assert.match(await editor.health(), /^Not replayable on local-sync/);
  await has(editor.replayButton, 'disabled', '');
  await editor.view.locator('.pr vscode-button', { hasText: 'Assume Host Signals' }).click();
  await until('the preflight', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  await says(editor.view.locator('.outcome'), /1 host signal assumed/);
  await window.screenshot('replay-assumed');
  await editor.view.getByLabel('Without host signals assumed').click();
  await until('the preflight', async () => (await editor.health()).startsWith('Not replayable on local-sync'));
});

test('an operation that nobody can replay is named by its record', async () => {
  const editor = await opened('host-call.ireereplay');
  await says(editor.view.locator('.problems'), /host_call/);
});

test('a kernel that never returns is cancelled, and VS Code goes on', async () => {
  const editor = await opened('endless.ireereplay');
  const bar = editor.view.locator('.result');
  const said = await editor.replayed(async () => {
    await editor.replayButton.click();
    await until('the function that runs', async () => /Replaying on local-sync.*record.*mul/s.test((await bar.textContent()) ?? ''));
    await window.screenshot('replay-running');
    await bar.locator('vscode-button', { hasText: 'Cancel' }).click();
  });
  assert.equal(said, 'The replay was cancelled.');
  await window.screenshot('replay-cancelled');
});

test('a crash of captured code is named, and VS Code goes on', async () => {
  const editor = await opened('broken.ireereplay');
  assert.match(await editor.replayed(), /ended the engine process with SIGILL/);
  const where = (await editor.view.locator('.outcome').textContent()) ?? '';
  assert.match(where, /record\s+#27/);
  await window.screenshot('replay-crash');
  await editor.view.locator('.outcome a', { hasText: '#27' }).click();
  await editor.headed('#27 device.queue_dispatch');
  await window.openFile('small.ireereplay');
  const next = await shownCapture(window);
  assert.match(await next.replayed(), /^Replayed on local-sync/);
});

test("the explorer's menu opens a capture and replays it", async () => {
  window.chooseForFile('explorer.ireereplay', 'Replay Capture');
  await window.tab('explorer.ireereplay');
  const said = captureEditor(window).view.locator('.run[data-state] .sentence');
  await said.waitFor();
  await says(said, /^Replayed on local-sync/);
  await window.screenshot('replay-explorer');
});

test('the output channel says what was done and how long it took', () => {
  const said = window.outputChannel();
  assert.match(said, /small\.ireereplay: indexed 61 records of 24294 bytes in [\d.]+ ms/);
  assert.match(said, /small\.ireereplay: Replayed on local-sync in [\d.]+ ms/);
  assert.match(said, /broken\.ireereplay: .*SIGILL/);
});
