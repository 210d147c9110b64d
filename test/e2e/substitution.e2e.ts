import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { captureEditor, putCapture, shownCapture } from './captureEditor';
import { answerFileDialog } from './fileDialog';
import { measuredRun, runOf, type MeasuredRunView } from './measuredRun';
import { says } from './said';
import { startWorkbench, until, type Workbench } from './workbench';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  for (const name of ['scalar.so', 'wrong.so'])
    copyFileSync(path.join(fixtures, 'models/mm256/kernels', name), path.join(workbench.folder, name));
  copyFileSync(path.join(fixtures, 'kernels/elementwise.c'), path.join(workbench.folder, 'elementwise.c'));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

/** Right-clicks the executable of a capture, and puts `file` in its place. */
function substitute(capture: string, file: string): Promise<MeasuredRunView> {
  return runOf(workbench, async () => {
    await workbench.openFile(capture);
    const editor = await shownCapture(workbench);
    await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable 4', path.join(workbench.folder, file), 'Substitute');
  });
}

test('a slower kernel is called slower, after its results were found to agree', async () => {
  const run = await substitute('mm256.ireereplay', 'scalar.so');
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
  assert.ok((await run.view.locator('.ci.slower').count()) > 0);
  await workbench.screenshot('substitution-slower');
});

test('a wrong kernel is found, and no speed is reported for it', async () => {
  const run = await substitute('mm256.ireereplay', 'wrong.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await workbench.screenshot('substitution-wrong');
});

test('how far its results are off is in sight in windows of ordinary widths', async () => {
  const inSight = (name: string): Promise<boolean> =>
    measuredRun(workbench)
      .view.locator('th', { hasText: name })
      .evaluate((header) => header.getBoundingClientRect().right <= (header.closest('.left')?.getBoundingClientRect().right ?? 0));
  for (const width of [1440, 1600]) {
    await workbench.page.setViewportSize({ width, height: 1000 });
    for (const name of ['Out of tol.', 'Max ULP', 'Max abs']) await until(`${name} in sight at ${String(width)}`, () => inSight(name), 5);
    await workbench.screenshot(`substitution-wrong-${String(width)}`);
  }
});

test('the first difference links to its record', async () => {
  await measuredRun(workbench).view.locator('.basis a').click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'mm256.ireereplay' }).waitFor();
  // What was selected is the executable, at #11.
  await captureEditor(workbench).headed('#46 buffer.map_range');
});

test('an executable is exported with how to put a changed one back', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Export Executable…');
  await answerFileDialog(workbench, 'Folder for Executable 4', `${workbench.folder}/`, 'Export');
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'executable-4.md' }).waitFor();
  const binary = readFileSync(path.join(workbench.folder, 'executable-4.so'));
  assert.equal(binary.subarray(1, 4).toString(), 'ELF');
});

test('a source in C is built, verified and timed', async () => {
  const run = await substitute('small.ireereplay', 'elementwise.c');
  await run.ends(/^Results agree\. elementwise\.c: /);
  await workbench.screenshot('substitution-source');
});

test('Substitute on Save shows a build error where it stands, and the verdict when it is mended', async () => {
  const run = measuredRun(workbench);
  await run.view.locator('vscode-button.onsave').click();
  const status = workbench.page.locator('.statusbar-item', { hasText: 'elementwise.c' });
  await status.waitFor();
  const file = path.join(workbench.folder, 'elementwise.c');
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, `${source}\nint broken = ;\n`);
  await until('the failure', async () => ((await status.textContent()) ?? '').includes('failed'), 120);
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'expected expression' });
  await problem.waitFor();
  await workbench.screenshot('substitution-build-error');
  writeFileSync(file, source);
  const failures = (): number => workbench.outputChannel().match(/substitute of elementwise\.c .*: failed/g)?.length ?? 0;
  const mended = /faster|slower|no difference|not known yet/;
  await until('the verdict', async () => mended.test((await status.textContent()) ?? '') || failures() > 1, 120);
  await says(status, mended);
  await problem.waitFor({ state: 'detached' });
  const last = await runOf(workbench, () => status.click());
  await last.ends(/^Results agree\. elementwise\.c: /);
  await workbench.screenshot('substitution-on-save');
  await workbench.openFile('elementwise.c');
  const lens = workbench.page.locator('.codelens-decoration', {
    hasText: /(faster|slower|no difference above [\d.]+ %|not known yet): .+ in small\.ireereplay on local-sync/,
  });
  await lens.waitFor();
  await workbench.screenshot('substitution-lens');
  await lens.getByText('Stop Substitute on Save').click();
  await status.waitFor({ state: 'detached' });
  await lens.waitFor({ state: 'detached' });
});

/** Of the product of two matrices of 256 rows, the kernel that was captured; it takes eight rows a workgroup, and there are 16. */
function matmulOfEightRows(): string {
  const source = readFileSync(path.join(fixtures, 'kernels', 'elementwise.c'), 'utf8')
    .replace('"elementwise_mul"', '"matmul_dispatch_0_matmul_256x256x256_f32"')
    .replace('#define EXPORTS 2', '#define EXPORTS 1')
    .replace('workgroup_size_x = 4', 'workgroup_size_x = 1');
  const body = source.indexOf('  const uint32_t base');
  const rows = `  for (uint32_t row = workgroup->workgroup_id_x * 8, end = row + 8; row < end; ++row) {
    float *sums = out + row * 256;
    for (uint32_t column = 0; column < 256; ++column) sums[column] = 0;
    for (uint32_t k = 0; k < 256; ++k)
      for (uint32_t column = 0; column < 256; ++column) sums[column] += lhs[row * 256 + k] * rhs[k * 256 + column];
  }
`;
  return source.slice(0, body) + rows + source.slice(source.indexOf('  return 0;', body));
}

/** Lines of the Problems view that say this. */
const problem = (words: string): Locator => workbench.page.locator('.markers-panel .monaco-list-row', { hasText: words });

test('a source with other bindings than were captured is marked where it names its function', async () => {
  const source = readFileSync(path.join(workbench.folder, 'elementwise.c'), 'utf8');
  writeFileSync(path.join(workbench.folder, 'bindings.c'), source.replace('#define BINDINGS 3', '#define BINDINGS 2'));
  await substitute('small.ireereplay', 'bindings.c');
  await workbench.openFile('bindings.c');
  await workbench.runCommand('Problems: Focus on Problems View');
  await problem("Function 'elementwise_mul' ABI mismatch").waitFor();
  await workbench.screenshot('substitution-misfit');
});

test('a source that is tiled for another grid says so, its fix uses the grid that fits, and so does each save', async () => {
  const file = path.join(workbench.folder, 'rows.c');
  writeFileSync(file, matmulOfEightRows());
  const wrong = await substitute('mm256.ireereplay', 'rows.c');
  await wrong.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await wrong.view.locator('vscode-button.onsave').click();
  const status = workbench.page.locator('.statusbar-item', { hasText: 'rows.c' });
  await until('the watched run', async () => ((await status.textContent()) ?? '').includes('results differ'));
  await workbench.openFile('rows.c');
  await workbench.runCommand('Problems: Focus on Problems View');
  await problem('unwritten with the recorded grid of 16,1,1 workgroups').waitFor();
  await workbench.page.locator('.editor-group-container.active .view-lines').click();
  await workbench.runCommand('Go to Next Problem in Files (Error, Warning, Info)');
  await workbench.page.keyboard.press('Escape');
  await workbench.page.keyboard.press('Control+.');
  const fix = workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'Use the Grid That Fits: 32,1,1 Workgroups' });
  await fix.waitFor();
  await workbench.screenshot('substitution-grid-fix');
  await workbench.page.locator('.action-widget .monaco-list-row.focused', { hasText: 'Use the Grid' }).waitFor();
  const right = await runOf(workbench, () => workbench.page.locator('.action-widget .monaco-list').press('Enter'));
  await right.ends(/^Results agree\. rows\.c: /);
  await problem('unwritten with the recorded grid').waitFor({ state: 'detached' });
  await says(right.view.locator('pre.cli'), /--replay_workgroup_count=matmul\S+=32,1,1/);
  const ended = (): number => workbench.outputChannel().match(/substitute of rows\.c .*: /g)?.length ?? 0;
  const before = ended();
  writeFileSync(file, `${matmulOfEightRows()}\n`);
  await until('the run of the save', () => Promise.resolve(ended() > before), 120);
  await until('its verdict', async () => /faster|slower|no difference|not known yet/.test((await status.textContent()) ?? ''), 120);
});
