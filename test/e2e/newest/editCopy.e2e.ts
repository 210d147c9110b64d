/** From a kernel in a capture to a changed, verified and timed one without leaving the editor. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { measuredRun } from '../measuredRun';
import { startWorkbench, until, type Workbench } from '../workbench';

const FUNCTION = 'matmul_dispatch_0_matmul_256x256x256_f32';
const CAPTURE = 'mm256.ireereplay';
/** Built, verified and timed on a busy machine, in seconds. */
const LONGEST = 120;

let workbench: Workbench;

before(async () => {
  const settings = {
    ...{ 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '' },
    // What is typed is what stands there then, and in the file when it is saved.
    ...{ 'editor.autoIndent': 'none', 'editor.autoClosingBrackets': 'never', 'files.autoSave': 'off' },
  };
  workbench = await startWorkbench({ files: ['small.ireereplay'], settings });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', CAPTURE);
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const place = (name: string): string => path.join(workbench.folder, name);
const tab = (name: string): Locator => workbench.page.locator(`.tab.active[data-resource-name=${JSON.stringify(name)}]`);
const status = (name: string): Locator => workbench.page.locator('.statusbar-item', { hasText: `${name}:` });
const lens = (text: string | RegExp): Locator => workbench.page.locator('.codelens-decoration', { hasText: text });

/** What stands in the status bar of a candidate, once it is as wanted. */
async function says(name: string, wanted: RegExp): Promise<string> {
  let said = '';
  return until(
    `${String(wanted)} of ${name}`,
    async () => {
      said = (await status(name).textContent({ timeout: 1000 })) ?? '';
      if (wanted.test(said)) return said;
      throw new Error(`the status bar says ${said}`);
    },
    LONGEST,
  );
}

/** Replaces what is in the file of a candidate as another program would: a save of it. */
function save(name: string, change: (text: string) => string): void {
  const before = readFileSync(place(name), 'utf8');
  const after = change(before);
  assert.notEqual(after, before, `nothing to change in ${name}`);
  writeFileSync(place(name), after);
}

const TIMED = /: [\d.]+x (faster|slower)|: no difference|: not known yet/;
const smallerTiles = (text: string): string =>
  text
    .replace('vector_common_parallel = [8, 4, 0]', 'vector_common_parallel = [1, 1, 0]')
    .replace('vector_reduction = [0, 0, 4]', 'vector_reduction = [0, 0, 1]');
const oneMore = (text: string): string => text.replace(/arith\.constant 0\.0+e\+00 : f32/, 'arith.constant 1.0e+00 : f32');
/** How often the engine has been asked for a run of this candidate. */
const runsOf = (name: string): number => workbench.outputChannel().split(`substitute of ${name} for executable 4`).length - 1;

test('a captured kernel embeds its source, which opens as a document that offers a copy', async () => {
  await workbench.openFile(CAPTURE);
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Show Embedded Source…');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: '1.configured.mlir' }).click();
  await tab('module_matmul_dispatch_0_embedded_elf_x86_64.1.configured.mlir').waitFor();
  await lens('Edit a Copy…').waitFor();
  await workbench.page.locator('.title .action-label[aria-label^="Edit a Copy"]').first().waitFor();
  await workbench.screenshot('edit-copy-embedded');
});

test('its copy is a file of the workspace, with how it is built, and nothing runs before it is saved', async () => {
  await lens('Edit a Copy…').locator('a').first().click();
  await answerFileDialog(workbench, 'Copy of Executable 4', place('right.mlir'), 'OK');
  await tab('right.mlir').waitFor();
  const text = readFileSync(place('right.mlir'), 'utf8');
  assert.match(text, /^\/\/ A copy of stage 1\.configured of executable 4 \(embedded-elf-x86_64\) of mm256\.ireereplay/);
  assert.match(text, /iree-compile --compile-from=executable-configurations/);
  await says('right.mlir', /waits for a save/);
  await lens(`waits for a save: ${FUNCTION} in ${CAPTURE} on local-sync`).waitFor();
  assert.equal(runsOf('right.mlir'), 0);
  await workbench.screenshot('edit-copy-made');
});

test('a right change is built, verified and timed when it is saved, in the editor', async () => {
  // By hand: the configuration of the matrix product, found and replaced, and saved by the key.
  await workbench.runCommand('View: Focus Active Editor Group');
  const changed = smallerTiles(readFileSync(place('right.mlir'), 'utf8'));
  await workbench.page.keyboard.press('Control+A');
  await workbench.page.keyboard.insertText(changed);
  await lens('waits for a save').waitFor();
  await workbench.page.keyboard.press('Control+S');
  await says('right.mlir', /: [\d.]+x slower/);
  await workbench.page.keyboard.press('Control+Home');
  await lens(new RegExp(`[\\d.]+x slower: ${FUNCTION} in ${CAPTURE.replace('.', '\\.')} on local-sync`)).waitFor();
  await workbench.screenshot('edit-copy-right');
});

test('a second candidate of the kernel has its own verdict, and the first keeps its', async () => {
  await workbench.openFile(CAPTURE);
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Edit a Copy…');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: '1.configured' }).click();
  await answerFileDialog(workbench, 'Copy of Executable 4', place('wrong.mlir'), 'OK');
  await tab('wrong.mlir').waitFor();
  save('wrong.mlir', oneMore);
  await says('wrong.mlir', /: results differ$/);
  await says('right.mlir', /: [\d.]+x slower/);
  await lens(`results differ: ${FUNCTION} in ${CAPTURE} on local-sync`).waitFor();
  assert.equal(await lens('slower').count(), 0);
  await workbench.runCommand('View: Split Editor Right');
  await workbench.openFile('right.mlir');
  await lens('slower').waitFor();
  await lens('results differ').waitFor();
  await workbench.screenshot('edit-copy-two');
  await status('wrong.mlir').click();
  await measuredRun(workbench).ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await workbench.screenshot('edit-copy-wrong');
});

test('an error is shown at its line in the copy, and mended by the next save', async () => {
  await workbench.openFile('wrong.mlir');
  save('wrong.mlir', (text) => text.replace('linalg.matmul', 'linalg.matmulx'));
  await says('wrong.mlir', /: failed$/);
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: "custom op 'linalg.matmulx' is unknown" });
  await problem.waitFor();
  const line =
    readFileSync(place('wrong.mlir'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('linalg.matmulx')) + 1;
  assert.match((await problem.textContent()) ?? '', new RegExp(`Ln ${String(line)}, Col`));
  await workbench.screenshot('edit-copy-error');
  await workbench.runCommand('View: Hide Panel');
});

test('saved one after the other, and again before the first has its verdict, each gets that of what was saved last', async () => {
  const [right, wrong] = [runsOf('right.mlir'), runsOf('wrong.mlir')];
  // The wrong one is mended, the right one made wrong, and mended again while the others are run.
  save('wrong.mlir', (text) => text.replace('linalg.matmulx', 'linalg.matmul').replace('arith.constant 1.0e+00', 'arith.constant 0.0e+00'));
  save('right.mlir', oneMore);
  await until('the run of the wrong text', async () => /: (runs|waits)$/.test((await status('right.mlir').textContent()) ?? ''), LONGEST);
  save('right.mlir', (text) => text.replace('arith.constant 1.0e+00', 'arith.constant 0.0e+00'));
  await says('right.mlir', /: [\d.]+x slower/);
  await says('wrong.mlir', TIMED);
  // Nothing that ends later takes it back.
  await until('the ends of all runs', () => runsOf('right.mlir') >= right + 2 && runsOf('wrong.mlir') >= wrong + 1, LONGEST);
  await says('right.mlir', /: [\d.]+x slower/);
  await says('wrong.mlir', TIMED);
});

test('a verdict is marked as old where the file has unsaved changes, is gone, or the capture was replaced', async () => {
  await workbench.openFile('right.mlir');
  await workbench.runCommand('View: Focus Active Editor Group');
  await workbench.page.keyboard.type('// ');
  await lens('slower before the changes that are not saved').first().waitFor();
  await says('right.mlir', /slower before the changes that are not saved$/);
  await workbench.screenshot('edit-copy-unsaved');
  await workbench.runCommand('File: Revert File');
  await says('right.mlir', /slower$/);
  rmSync(place('wrong.mlir'));
  await says('wrong.mlir', /, but the file is gone$/);
  putCapture(workbench, 'small.ireereplay', CAPTURE);
  await says('right.mlir', /slower before the capture was replaced$/);
  await lens('slower before the capture was replaced').first().waitFor();
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', CAPTURE);
  await says('right.mlir', /slower$/);
});

test('it ends where it is shown, and by the palette', async () => {
  const left = async (): Promise<number> => (await status('right.mlir').count()) + (await status('wrong.mlir').count());
  await lens('Stop Substitute on Save').locator('a', { hasText: 'Stop' }).first().click();
  await until('one that is left', async () => (await left()) === 1);
  await workbench.runCommand('IREE Replay: Stop Substitute on Save');
  await until('none that is left', async () => (await left()) === 0);
});

test('an executable that embeds nothing says so, and what there is', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Edit a Copy…');
  const said = workbench.page.locator('.notification-toast', { hasText: 'Executable 4 embeds no source of all its functions' });
  await said.waitFor();
  await workbench.screenshot('edit-copy-none');
  assert.ok(!existsSync(place('elementwise-copy.c')));
});
