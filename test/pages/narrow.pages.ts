/** Pages in wide and narrow windows, in every kind of theme: nothing overlaps, and nothing is cut off without an ellipsis. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { measuredRun, runOf } from '../e2e/measuredRun';
import { faultsInThemes, resized, SIZES } from '../e2e/sizes';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const fixtures = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256');

let window: PagesWindow;
before(async () => {
  window = await openWindow({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.substitute.seconds': 0.5,
    },
  });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(window, 'host-signal.ireereplay', 'blocked.ireereplay');
  for (const name of ['scalar.so', 'wrong.so']) copyFileSync(path.join(fixtures, 'kernels', name), path.join(window.folder, name));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

/** The page that is shown, at each width in each theme. */
async function wellLaidOut(name: string): Promise<void> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await resized(window, size);
    faults.push(...(await faultsInThemes(window, `narrow-${name}-${size.name}`)));
  }
  await resized(window, SIZES[0]);
  assert.deepEqual(faults, []);
}

async function opened(name: string): Promise<CaptureEditor> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => /replayable on/i.test(await editor.health()));
  return editor;
}

test('a capture with nothing selected', async () => {
  await opened('block.ireereplay');
  await wellLaidOut('capture');
});

test('a capture with a dispatch, after a replay', async () => {
  const editor = await opened('block.ireereplay');
  assert.match(await editor.replayed(), /^Replayed on/);
  await editor.search('op:dispatch fn:*matmul*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/dispatch$/);
  await wellLaidOut('dispatch');
});

test('a capture that cannot be replayed', async () => {
  const editor = await opened('blocked.ireereplay');
  await editor.view.locator('.pr .leaves').waitFor();
  await editor.view.locator('.pr a').first().click();
  await editor.tab('Problem').waitFor();
  await wellLaidOut('blocked');
});

test('a benchmark', async () => {
  const editor = await opened('mm256.ireereplay');
  const run = await runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes /);
  await wellLaidOut('benchmark');
});

test('a verification', async () => {
  const editor = await opened('mm256.ireereplay');
  const run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  });
  await run.ends(/^Results agree/);
  await wellLaidOut('verification');
});

for (const [file, verdict] of [
  ['scalar.so', /^Results agree\. scalar\.so: /],
  ['wrong.so', /^Results differ in 1 buffer/],
] as const)
  test(`a substitution by ${file}`, async () => {
    const editor = await opened('mm256.ireereplay');
    const run = await runOf(window, async () => {
      await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
      await window.answers.files('File to Use Instead of Executable 4', file);
    });
    await run.ends(verdict);
    await wellLaidOut(`substitution-${path.parse(file).name}`);
  });

test('every plot is a table, too, and has a name', async () => {
  const { view } = measuredRun(window);
  const editor = await opened('mm256.ireereplay');
  const run = await runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes /);
  const plots = view.getByRole('img', { name: /^(Samples in order|History|Distribution): / });
  await until('the plots', async () => (await plots.count()) === 3);
  await view.getByRole('button', { name: 'As Table: Samples in order' }).click();
  const table = view.getByRole('table', { name: 'Samples in order' });
  await table.waitFor();
  assert.ok((await table.locator('tbody tr').count()) > 2);
  await window.screenshot('plot-as-table');
  await view.getByRole('button', { name: 'As Plot: Samples in order' }).click();
  await until('the plot', async () => (await plots.count()) === 3);
  assert.ok((await view.getByRole('treegrid', { name: 'Times of scopes and functions' }).count()) === 1);
});

test('the sheet of keys opens and closes by ?, on both kinds of page', async () => {
  const { view } = measuredRun(window);
  const sheet = view.getByRole('dialog', { name: 'Keyboard' });
  for (const name of ['results', 'capture']) {
    if (name === 'capture') {
      await window.openFile('block.ireereplay');
      const editor = await shownCapture(window);
      await editor.view.getByRole('treegrid').focus();
    } else await view.locator('.verdict vscode-button').first().focus();
    await window.page.keyboard.press('?');
    await sheet.waitFor();
    await window.screenshot(`keys-${name}`);
    await window.page.keyboard.press('?');
    await sheet.waitFor({ state: 'detached' });
    await window.page.keyboard.press('?');
    await window.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  assert.equal(
    await view.getByRole('treegrid').evaluate((grid) => grid.ownerDocument.activeElement === grid),
    true,
    'the list has the keyboard again',
  );
});
