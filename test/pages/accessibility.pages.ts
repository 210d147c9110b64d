/** Both pages by axe, in what they show and in every kind of theme, and as who cannot see them is told of them. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { assertTree } from './accessibilityTree';
import { axeFindingsInThemes } from '../e2e/axeFindings';
import { compareRuns } from './comparedRuns';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun } from '../e2e/measuredRun';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const fixtures = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256');

const THEMES: Readonly<Record<string, string>> = {
  'Default High Contrast Light': 'vscode-high-contrast-light',
  'Default High Contrast': 'vscode-high-contrast',
  'Default Light Modern': 'vscode-light',
  'Default Dark Modern': 'vscode-dark',
};

let window: PagesWindow;

before(async () => {
  window = await openWindow({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.substitute.seconds': 0.5,
      'ireeReplay.compilers.clang': '/no/such/clang',
    },
  });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(window, 'host-signal.ireereplay', 'broken.ireereplay');
  for (const name of ['scalar.so', 'wrong.so']) copyFileSync(path.join(fixtures, 'kernels', name), path.join(window.folder, name));
  copyFileSync(path.join(fixtures, '..', '..', 'kernels', 'elementwise.c'), path.join(window.folder, 'elementwise.c'));
  // What a screen reader is told of is what is in sight: as much as in a window of VS Code.
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

/** The page as it is shown now, in each theme; the dark one is back then. What it is to a screen reader is kept under a name, where it has one. */
async function accessible(tree?: string, part = window.webview().locator('body')): Promise<void> {
  const body = window.webview().locator('body');
  const wear = async (title: string): Promise<void> => {
    await window.setTheme(title);
    const kind = THEMES[title];
    await until(`${String(kind)} in the view`, async () => (await body.getAttribute('data-vscode-theme-kind')) === kind);
  };
  assert.deepEqual(await axeFindingsInThemes(window, Object.keys(THEMES), wear), []);
  if (tree !== undefined) await assertTree(part, tree);
}

const details = (): Locator => window.webview().getByRole('complementary', { name: 'Details' });

async function openCapture(name = 'mm256.ireereplay'): ReturnType<typeof shownCapture> {
  await window.openFile(name);
  return shownCapture(window);
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
  await until('the verdict', async () => (await measuredRun(window).verdict()).startsWith('execute takes '));
  await measuredRun(window).rows('rows').first().getByRole('gridcell').nth(2).click();
  await accessible('benchmark');
});

test('a plot as a table, and the sheet of keys', async () => {
  const { view } = measuredRun(window);
  await view.getByRole('button', { name: 'As Table: Samples in order' }).click();
  await view.getByRole('table', { name: 'Samples in order' }).waitFor();
  await accessible();
  await view.getByRole('button', { name: 'As Plot: Samples in order' }).press('?');
  await view.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await accessible('keyboard', view.getByRole('dialog', { name: 'Keyboard' }));
  await window.page.keyboard.press('Escape');
  await view.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
});

test('a comparison of two', async () => {
  const run = measuredRun(window);
  await run.view.locator('vscode-button.again').click();
  await until('the second', async () => (await run.verdict()).includes('previous run'));
  await compareRuns(window, 'Benchmark');
  await until('the comparison', async () => (await run.verdict()).includes(' the run of '));
  await accessible('comparison');
});

test('a verification', async () => {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
  await window.answers.choose('Verify Results', /^Run-to-Run/);
  await until('the verdict', async () => (await measuredRun(window).verdict()) === 'Results agree in 1 buffer.');
  await accessible('verification');
});

for (const [file, verdict] of [
  ['scalar.so', /^Results agree\. scalar\.so: /],
  ['wrong.so', /^Results differ in 1 buffer/],
] as const)
  test(`a substitution by ${file}`, async () => {
    const editor = await openCapture();
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', file);
    await until('the verdict', async () => verdict.test(await measuredRun(window).verdict()), 120);
    await accessible(`substitution-${path.parse(file).name}`);
  });

test('a source that no program here builds', async () => {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
  await window.answers.files('File to Use Instead of Executable 4', 'elementwise.c');
  await until('the page', async () => (await measuredRun(window).verdict()).includes('there is no compiler for it here'));
  await accessible('not-built');
});

test('a kernel recording of LLVM, its memory and what it changed', async () => {
  cpSync(path.join(fixtures, '..', '..', 'neighbours', 'llvm', 'made-second'), path.join(window.folder, 'recordings'), { recursive: true });
  await window.openFile('recordings/1311768467463790320_17446744073709551001.json');
  await window.runCommand('IREE Replay: Open as Kernel Recording');
  const view = window.webview();
  await until('what changed', async () => (await view.locator('.health').textContent())?.includes('63 words'));
  await view.getByRole('button', { name: 'f64' }).click();
  await view.locator('.arguments [role="row"][data-key="1"]').click();
  await view.locator('.memline .on').first().waitFor();
  await accessible('llvm-recording', view.locator('.left'));
  await view.getByRole('tab', { name: 'Changed ranges' }).click();
  await view.locator('#lower-grid [role="row"][data-key]').first().click();
  await accessible('llvm-changes', view.locator('.lower'));
});

test('a folder of kernel recordings', async () => {
  const view = window.webview();
  await view.getByRole('button', { name: 'All Recordings of the Folder' }).click();
  await window.tab('Recordings: recordings');
  await view.locator('.kernels [role="row"][data-key]').first().click();
  await accessible('llvm-folder', view.locator('.left'));
});

test("a trace of PyTorch's profiler, with a slice and its operations", async () => {
  const trace = path.join(fixtures, '..', '..', 'neighbours', 'pytorch', 'bert-small-h100.json.gz');
  copyFileSync(trace, path.join(window.folder, 'trace.json.gz'));
  await window.openFile('trace.json.gz');
  await window.runCommand('IREE Replay: Open as PyTorch Trace');
  const view = window.webview();
  await view.locator('.causes li').first().waitFor();
  await accessible('torch-explain', view.locator('.lower'));
  await view.getByRole('tab', { name: 'Operations' }).click();
  await view.locator('#lower-grid [role="row"][data-key]').first().click();
  await view.locator('#lower-grid').press('Enter');
  await until('the slice', async () => (await details().textContent())?.includes('Launched'));
  await accessible('torch-trace', view.locator('.left'));
});

test('JSON that is no recording', async () => {
  copyFileSync(path.join(fixtures, '..', '..', '..', '..', 'tsconfig.json'), path.join(window.folder, 'other.json'));
  await window.openFile('other.json');
  await window.runCommand('IREE Replay: Open as Kernel Recording');
  await window.webview().locator('.failure').waitFor();
  await accessible();
});
