/** Beside the source of a kernel: from a capture and from a timeline to its line, and from there to what can be done with it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture } from '../e2e/captureEditor';
import { recordProfile, shownProfile } from '../e2e/profileEditor';
import { says } from '../e2e/said';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  // Written before what was recorded of them.
  for (const source of ['models/mm256/mm256.mlir', 'kernels/elementwise.c']) {
    const file = path.join(window.folder, 'sources', path.basename(source));
    mkdirSync(path.dirname(file), { recursive: true });
    cpSync(path.join(fixtures, source), file);
    utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  }
  recordProfile(window, { fixture: 'models/mm256/mm256.sync.ireereplay', name: 'mm256' });
  putCapture(window, 'small.ireereplay', 'small.ireereplay');
});
after(async () => {
  await window.dispose();
});

/** Of the text that is shown. */
const lines = (): readonly string[] => (window.text?.text ?? '').split('\n');

test('from the record tree to the line of the kernel, which is marked as found by name', async () => {
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#17 command_buffer.dispatch');
  await editor.chooseInMenu(editor.row('matmul_256x256x256'), 'Show Source');
  await window.tab('mm256.mlir');
  await window.textEditor.atLine(2);
  await window.textEditor.lens(`${KERNEL} (found by name)`);
});

test('from that line to a replay of its scope', async () => {
  const said = await captureEditor(window).replayed(async () => (await window.textEditor.lens('Replay scope "execute"')).choose());
  assert.match(said, /^Scope execute took .*s on local-sync, the whole replay/);
});

test('and to a benchmark of its dispatch', async () => {
  await window.openFile(path.join('sources', 'mm256.mlir'));
  (await window.textEditor.lens('Benchmark')).choose();
  await window.tab(/^Benchmark/);
  const page = window.webview();
  await page.locator('h1', { hasText: /takes .*s/ }).waitFor();
  await says(page.locator('h1'), /matmul_256x256x256/);
});

test('from a slice of the timeline to the line', async () => {
  await window.openFile('mm256.ireeprof');
  const profile = await shownProfile(window);
  await profile.lower('Dispatches');
  await profile.rows.first().click();
  await profile.headed(/^Dispatch, event \d+$/);
  await profile.view.locator('vscode-button', { hasText: 'Source' }).click();
  await window.tab('mm256.mlir');
  await window.textEditor.atLine(2);
});

test('what kernels took stands at their lines once the capture is profiled, and in the list of hotspots', async () => {
  await window.openFile('mm256.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Profile Capture');
  await window.tab(/ireeprof/);
  await window.openFile(path.join('sources', 'mm256.mlir'));
  const behind = await until('the time', () => window.textEditor.decorations().find((one) => one.behind.includes('%'))?.behind);
  assert.match(behind, /^100\.0 %\s+[\d.]+ [mµ]s$/);
  const row = await until('its row', async () =>
    (await window.rows('hotspots')).find(({ label }) => label.includes('100.0 %') && label.includes(KERNEL)),
  );
  window.textEditor.goTo(1);
  await row.open();
  await window.tab('mm256.mlir');
  await window.textEditor.atLine(2);
});

test('the palette shows the machine code beside it, whose lines lead back', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/queue_dispatch$/);
  await window.runCommand('IREE Replay: Show Disassembly');
  await window.tab('elementwise_mul.disassembly');
  const listing = lines();
  const at = listing.findIndex((line) => line.includes('elementwise.c:85'));
  window.textEditor.goTo(at + 1, (listing[at] ?? '').indexOf('elementwise.c:85') + 1);
  await until('its definition', async () => {
    await window.textEditor.goToDefinition();
    return true;
  });
  await window.tab('elementwise.c');
  await window.textEditor.atLine(85);
});

test('the line that the cursor is on is marked in the machine code beside it, and the other way round', async () => {
  // The listing stands to the right, where F12 has opened the source: it goes to the left.
  await window.closeEditor();
  await window.showTab('small.ireereplay');
  await window.openFile(path.join('sources', 'elementwise.c'));
  const marks = (file: string): readonly number[] =>
    window.textEditor
      .decorations(file)
      .filter(({ ruler }) => ruler.includes('wordHighlightStrong'))
      .flatMap(({ lines: [first, last] }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  window.textEditor.goTo(lines().findIndex((line) => line.includes('out[base + i] = lhs[base + i] OP rhs[base + i]')) + 1);
  await until('twelve instructions', () => marks('elementwise_mul.disassembly').length === 12);
  await window.showTab('elementwise_mul.disassembly');
  window.textEditor.goTo(lines().findIndex((line) => line.includes('shl')) + 1);
  await until('the line of the source', () => marks('elementwise.c').length === 1);
});

test('a source that is changed after the recording says so', async () => {
  await window.openFile(path.join('sources', 'elementwise.c'));
  await window.textEditor.lens(/^elementwise_mul$/);
  window.textEditor.change((text) => text.replace(/\n/, ' \n'));
  window.textEditor.save();
  await window.textEditor.lens('elementwise_mul (other content)');
});

test('what iree-compile has left beside the capture is offered with the source, and marked as named after the kernel', async () => {
  const left = path.join(window.folder, 'dump');
  mkdirSync(left);
  writeFileSync(path.join(left, 'configured_module_matmul_dispatch_0.mlir'), `module {\n  func.func @${KERNEL}() {\n    return\n  }\n}\n`);
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#17 command_buffer.dispatch');
  await editor.chooseInMenu(editor.row('matmul_256x256x256'), 'Show Source');
  await window.answers.choose('Show Source', /^configured .*named after the kernel, which may have been compiled otherwise/);
  await window.tab('configured_module_matmul_dispatch_0.mlir');
  await window.textEditor.atLine(2);
});
