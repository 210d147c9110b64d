/** Both pages by axe, in what they show and in every kind of theme, and as who cannot see them is told of them. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { assertTree } from '../accessibilityTree';
import { axeFindings } from '../axeFindings';
import { putCapture, shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { answerFileDialog } from '../fileDialog';
import { measuredRun } from '../measuredRun';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256');

const THEMES = [
  ['Default Light Modern', 'vscode-light'],
  ['Default High Contrast Light', 'vscode-high-contrast-light'],
  ['Default High Contrast', 'vscode-high-contrast'],
  ['Default Dark Modern', 'vscode-dark'],
] as const;

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.compilers.clang': '/no/such/clang',
    },
  });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(workbench, 'host-signal.ireereplay', 'broken.ireereplay');
  for (const name of ['scalar.so', 'wrong.so']) copyFileSync(path.join(fixtures, 'kernels', name), path.join(workbench.folder, name));
  copyFileSync(path.join(fixtures, '..', '..', 'kernels', 'elementwise.c'), path.join(workbench.folder, 'elementwise.c'));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

/** The page as it is shown now, in each theme; the dark one is back then. What it is to a screen reader is kept under a name, where it has one. */
async function accessible(tree?: string, part = workbench.webview().locator('body')): Promise<void> {
  const body = workbench.webview().locator('body');
  for (const [title, kind] of THEMES) {
    await workbench.setTheme(title);
    await until(`${kind} in the view`, async () => (await body.getAttribute('data-vscode-theme-kind')) === kind);
    assert.deepEqual(await axeFindings(workbench), [], title);
  }
  if (tree !== undefined) await assertTree(part, tree);
}

const details = (): Locator => workbench.webview().getByRole('complementary', { name: 'Details' });

async function openCapture(name = 'mm256.ireereplay'): ReturnType<typeof shownCapture> {
  await workbench.openFile(name);
  return shownCapture(workbench);
}

test('a capture with nothing selected', async () => {
  const editor = await openCapture();
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await editor.view.getByRole('region', { name: 'Functions' }).waitFor();
  await accessible('overview');
});

test('a capture with the details of a record', async () => {
  const editor = await openCapture();
  await editor.row('prepare_executable').click();
  await editor.headed(/prepare_executable$/);
  await accessible('details', details());
});

test('a search, its matches, and the bytes of a record', async () => {
  const editor = await openCapture();
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/dispatch$/);
  await editor.tab('Hex').click();
  await accessible('hex', details());
  await editor.tab('JSON').click();
  await accessible('json', details());
});

test('the buffers of a dispatch', async () => {
  const editor = await openCapture();
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await editor.view.locator('.elements .line').first().waitFor();
  await accessible('buffers', details());
});

test('the instructions of a kernel, and its source', async () => {
  const editor = await openCapture();
  await editor.tab('Disassembly').click();
  await editor.view.locator('.codelist .coderow', { hasText: 'push' }).first().waitFor();
  await accessible('disassembly', editor.view.locator('.codetop'));
  await editor.tab('Source').click();
  await editor.view.locator('.codelist .coderow.current').waitFor();
  await accessible('source', editor.view.locator('.codetop'));
});

test('a list that opens from the health line, and what a replay did', async () => {
  const editor = await openCapture();
  assert.match(await editor.replayed(), /^Replayed on/);
  await editor.view.locator('[data-list=executables]').click();
  await editor.view.locator('.popup').waitFor();
  await assertTree(editor.view.locator('.result'), 'replayed');
  await accessible('executables', editor.view.locator('.popup'));
});

test('what keeps a capture from being replayed', async () => {
  const editor = await openCapture('broken.ireereplay');
  await editor.view.locator('.pr .leaves').waitFor();
  await editor.view.locator('.problems a').first().click();
  await editor.tab('Problem').waitFor();
  await accessible('problem');
});

test('a benchmark', async () => {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark');
  await until('the verdict', async () => (await measuredRun(workbench).verdict()).startsWith('execute takes '));
  await measuredRun(workbench).rows('rows').first().getByRole('gridcell').nth(2).click();
  await accessible('benchmark');
});

test('a plot as a table, and the sheet of keys', async () => {
  const { view } = measuredRun(workbench);
  await view.getByRole('button', { name: 'As Table: Samples in order' }).click();
  await view.getByRole('table', { name: 'Samples in order' }).waitFor();
  await accessible();
  await view.getByRole('button', { name: 'As Plot: Samples in order' }).press('?');
  await view.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await accessible('keyboard', view.getByRole('dialog', { name: 'Keyboard' }));
  await workbench.page.keyboard.press('Escape');
  await view.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
});

test('a comparison of two', async () => {
  const run = measuredRun(workbench);
  await run.view.locator('vscode-button.again').click();
  await until('the second', async () => (await run.verdict()).includes('previous run'));
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const items = workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'Benchmark' });
  await until('both', async () => (await items.count()) === 2);
  await items.first().click();
  await items.last().click({ modifiers: ['ControlOrMeta'] });
  await chooseInContextMenu(workbench, items.last(), 'Compare Selected Runs');
  await until('the comparison', async () => (await run.verdict()).includes(' the run of '));
  await accessible('comparison');
});

test('a verification', async () => {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  await until('the verdict', async () => (await measuredRun(workbench).verdict()) === 'Results agree in 1 buffer.');
  await accessible('verification');
});

for (const [file, verdict] of [
  ['scalar.so', /^Results agree\. scalar\.so: /],
  ['wrong.so', /^Results differ in 1 buffer/],
] as const)
  test(`a substitution by ${file}`, async () => {
    const editor = await openCapture();
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable 4', path.join(workbench.folder, file), 'Substitute');
    await until('the verdict', async () => verdict.test(await measuredRun(workbench).verdict()), 120);
    await accessible(`substitution-${path.parse(file).name}`);
  });

test('a source that no program here builds', async () => {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
  await answerFileDialog(workbench, 'File in Place of Executable 4', path.join(workbench.folder, 'elementwise.c'), 'Substitute');
  await until('the page', async () => (await measuredRun(workbench).verdict()).includes('there is no compiler for it here'));
  await accessible('not-built');
});
