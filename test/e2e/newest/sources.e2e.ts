/** Beside the source of a kernel: from a capture and from a timeline to its line, and from there to what can be done with it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture } from '../captureEditor';
import { recordProfile, shownProfile } from '../profileEditor';
import { sourceEditor } from '../sourceEditor';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  // Written before what was recorded of them.
  for (const source of ['models/mm256/mm256.mlir', 'kernels/elementwise.c']) {
    const file = path.join(workbench.folder, 'sources', path.basename(source));
    mkdirSync(path.dirname(file), { recursive: true });
    cpSync(path.join(fixtures, source), file);
    utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  }
  recordProfile(workbench, { fixture: 'models/mm256/mm256.sync.ireereplay', name: 'mm256' });
  putCapture(workbench, 'small.ireereplay', 'small.ireereplay');
});
after(async () => {
  await workbench.dispose();
});

const { lens, key, tab, atLine, goTo } = sourceEditor(() => workbench);

test('from the record tree to the line of the kernel, which is marked as found by name', async () => {
  await workbench.openFile('mm256.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#17 command_buffer.dispatch');
  await editor.chooseInMenu(editor.row('matmul_256x256x256'), 'Show Source');
  await tab('mm256.mlir').waitFor();
  await atLine(2);
  await lens(`${KERNEL} (found by name)`).waitFor();
  await workbench.screenshot('source-kernel');
});

test('from that line to a replay of its scope', async () => {
  const said = await captureEditor(workbench).replayed(() => lens('Replay scope "execute"').click());
  assert.match(said, /^Scope execute took .*s on local-sync, the whole replay/);
});

test('and to a benchmark of its dispatch', async () => {
  await workbench.openFile(path.join('sources', 'mm256.mlir'));
  await lens('Benchmark').click();
  const page = workbench.webview();
  await page.locator('h1', { hasText: /takes .*s/ }).waitFor();
  await says(page.locator('h1'), /matmul_256x256x256/);
});

test('from a slice of the timeline to the line', async () => {
  await workbench.openFile('mm256.ireeprof');
  const profile = await shownProfile(workbench);
  await profile.lower('Dispatches');
  await profile.rows.first().click();
  await profile.headed(/^Dispatch, event \d+$/);
  await profile.view.locator('vscode-button', { hasText: 'Source' }).click();
  await tab('mm256.mlir').waitFor();
  await atLine(2);
});

test('what kernels took stands at their lines once the capture is profiled, and in the list of hotspots', async () => {
  await workbench.openFile('mm256.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Profile Capture');
  await until('the profile', async () => (await workbench.page.locator('.tab.active', { hasText: /ireeprof/ }).count()) > 0);
  await workbench.openFile(path.join('sources', 'mm256.mlir'));
  const behind = await until('the time', async () => {
    const said = await workbench.page
      .locator('.view-line span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::after').content).find((content) => content.includes('%')));
    return said ?? false;
  });
  assert.match(behind, /^"100\.0 %\s+[\d.]+ [mµ]s"$/);
  await workbench.runCommand('IREE Replay: Focus on Hotspots View');
  const row = workbench.page.locator('.monaco-list-row', { hasText: `100.0 %` }).filter({ hasText: KERNEL });
  await row.waitFor();
  await workbench.screenshot('source-times');
  await key('Home');
  await key('Enter');
  await tab('mm256.mlir').waitFor();
  await atLine(2);
  await workbench.runCommand('View: Show Explorer');
});

test('by keys alone: the palette shows the machine code beside it, whose lines lead back', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/queue_dispatch$/);
  await workbench.runCommand('IREE Replay: Show Disassembly');
  await tab('elementwise_mul.disassembly').waitFor();
  const line = workbench.page.locator('.view-line', { hasText: 'movss' }).first();
  await until('colours', async () => {
    const colours = await line.locator('span span').evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    return colours > 2;
  });
  await workbench.screenshot('source-disassembly');
  await key('Control+F');
  await workbench.page.keyboard.type('elementwise.c:85');
  await key('Enter');
  await key('Escape');
  await key('F12');
  await tab('elementwise.c').waitFor();
  await atLine(85);
});

test('the line that the cursor is on is marked in the machine code beside it, and the other way round', async () => {
  // The listing stands in the group to the right, where F12 has opened the source: it goes to the left.
  await workbench.runCommand('View: Move Editor into Left Group');
  const marks = workbench.page.locator('.view-overlays [class*="ced-"]');
  const source = workbench.page.locator('.view-line', { hasText: 'out[base + i] = lhs[base + i] OP rhs[base + i]' });
  await source.click();
  await until('twelve instructions', async () => (await marks.count()) === 12);
  await workbench.screenshot('source-pairing');
  await workbench.page.locator('.view-line', { hasText: 'shl' }).first().click();
  await until('the line of the source', async () => (await marks.count()) === 1);
  await workbench.runCommand('View: Move Editor into Right Group');
});

test('a source that is changed after the recording says so', async () => {
  await workbench.openFile(path.join('sources', 'elementwise.c'));
  await goTo(80);
  const unmarked = workbench.page.locator('.codelens-decoration a', { hasText: /^elementwise_mul$/ });
  await unmarked.first().waitFor();
  await key('End');
  await workbench.page.keyboard.type(' ');
  await key('Control+S');
  await lens('elementwise_mul (other content)').waitFor();
  for (const theme of ['Default Light Modern', 'Default High Contrast']) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`source-${theme.includes('Light') ? 'light' : 'high-contrast'}`);
  }
});

test('what iree-compile has left beside the capture is offered with the source, and marked as named after the kernel', async () => {
  const left = path.join(workbench.folder, 'dump');
  mkdirSync(left);
  writeFileSync(path.join(left, 'configured_module_matmul_dispatch_0.mlir'), `module {\n  func.func @${KERNEL}() {\n    return\n  }\n}\n`);
  await workbench.openFile('mm256.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#17 command_buffer.dispatch');
  await editor.chooseInMenu(editor.row('matmul_256x256x256'), 'Show Source');
  const stage = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'configured' });
  await stage.waitFor();
  await says(stage, /named after the kernel, which may have been compiled otherwise/);
  await workbench.screenshot('source-stages');
  await stage.click();
  await tab('configured_module_matmul_dispatch_0.mlir').waitFor();
  await atLine(2);
});
