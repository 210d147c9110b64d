/** A benchmark with a history that is known: what its rows are against the run before, and how the page looks in every theme and width. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { counted } from '../e2e/counted';
import { jsonText } from '../../protocol/base/jsonText';
import { PLANTED, plantedRuns } from '../plantedRuns';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { layoutFaults } from '../e2e/layout';
import { measuredRun, runOf } from '../e2e/measuredRun';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { present } from '../present';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [] });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  const planted = await plantedRuns(path.join(window.folder, 'block.ireereplay'), PLANTED.factors);
  const runs = [...planted.before, planted.last];
  // Runs are read when they are first asked for.
  writeFileSync(path.join(window.storage, 'runs.jsonl'), runs.map((run) => `${jsonText({ version: 1, ...run })}\n`).join(''));
});
after(async () => {
  await window.dispose();
});

const grid = (): Locator => measuredRun(window).view.getByRole('treegrid', { name: 'Times of scopes and functions' });
const row = (name: string): Locator => measuredRun(window).rows('rows').filter({ hasText: name });
const cell = async (name: string, at: number): Promise<string> =>
  ((await row(name).getByRole('gridcell').nth(at).textContent()) ?? '').trim();
const column = async (title: string): Promise<number> => {
  const titles = (await grid().getByRole('columnheader').allTextContents()).map((text) => text.trim());
  return titles.findIndex((text) => text.startsWith(title));
};

/** Each key is pressed once what the one before does is drawn. */
async function openAll(): Promise<void> {
  const selected = grid().locator('.tr.sel');
  const last = measuredRun(window).rows('rows').last();
  const keyOf = (one: Locator): Promise<string | null> => one.getAttribute('data-key');
  await grid().focus();
  await grid().press('Home');
  await until('the first row', async () => (await keyOf(selected)) === (await keyOf(measuredRun(window).rows('rows').first())));
  for (let at = 0; at < 40; at++) {
    if ((await selected.getAttribute('aria-expanded')) === 'false') {
      await grid().press('ArrowRight');
      await until('the row to open', async () => (await selected.getAttribute('aria-expanded')) === 'true');
    }
    const here = await keyOf(selected);
    if (here === (await keyOf(last))) return;
    await grid().press('ArrowDown');
    await until('the next row', async () => (await keyOf(selected)) !== here);
  }
}

test('every row says what it is against the run before, by its own history', async () => {
  await window.openFile('block.ireereplay');
  await shownCapture(window);
  const items = (await window.rows('runs')).filter(({ description }) => description.startsWith('Benchmark scope execute'));
  assert.ok(items.length > 6);
  const run = await runOf(window, () => present(items[0], 'run').open());
  await run.ends(/^execute takes .*; against the previous run: /);
  await openAll();
  const past = await column('Previous run');
  for (const [name, words] of Object.entries(PLANTED.says)) assert.match(await cell(name, past), words, name);
  assert.equal(await cell('short_fill', await column('Median')), 'too short');
  assert.match(await cell('execute', await column('Throughput')), /^[\d.,]+ runs\/s$/);
  assert.equal(await cell('slow_matmul', await column('Throughput')), '');
});

test('plots and their tables are those of the chosen row', async () => {
  const { view } = measuredRun(window);
  const medians: string[] = [];
  for (const name of ['slow_matmul', 'fast_softmax', '#54']) {
    await row(name).getByRole('gridcell').nth(1).click();
    await until('the row', async () => (await row(name).getAttribute('aria-selected')) === 'true');
    const median = Number(await cell(name, await column('Median')));
    await view.getByRole('button', { name: 'As Table: History' }).click();
    await view.getByRole('table', { name: 'History' }).waitFor();
    const history = view.getByRole('table', { name: 'History' }).getByRole('row');
    // A header, six runs, and this one, whose median is that of the row, in a unit of its own.
    await counted(history, 8);
    const last = Number(await history.last().getByRole('cell').last().textContent());
    assert.ok(
      [1, 1000].some((unit) => Math.abs(last / (median * unit) - 1) < 0.001),
      `${String(last)} is not ${String(median)}`,
    );
    medians.push(String(last));
    await view.getByRole('button', { name: 'As Plot: History' }).click();
    await view.getByRole('button', { name: 'As Table: Samples in order' }).click();
    await view.getByRole('table', { name: 'Samples in order' }).waitFor();
    await counted(view.getByRole('table', { name: 'Samples in order' }).getByRole('row'), 201);
    await view.getByRole('button', { name: 'As Plot: Samples in order' }).click();
    await view.getByRole('button', { name: 'As Table: Distribution' }).click();
    await view.getByRole('table', { name: 'Distribution' }).waitFor();
    const heads = await view.getByRole('table', { name: 'Distribution' }).getByRole('columnheader').allTextContents();
    assert.deepEqual(heads, ['Time', 'this run', 'previous']);
    await view.getByRole('button', { name: 'As Plot: Distribution' }).click();
  }
  assert.equal(new Set(medians).size, 3);
});

test('it is sorted within each row, and exported as it is shown', async () => {
  const { view } = measuredRun(window);
  await view.locator('#rows .thead button', { hasText: 'Median' }).click();
  await view.locator('#rows [aria-sort=descending]').waitFor();
  const names = await measuredRun(window).rows('rows').locator('.op').allTextContents();
  const at = (name: string): number => names.findIndex((text) => text.includes(name));
  assert.ok(at('execute') < at('slow_matmul') && at('slow_matmul') < at('#25') && at('#25') < at('#54') && at('#54') < at('fast_softmax'));
});

for (const [kind, theme] of [
  ['vscode-light', 'Default Light Modern'],
  ['vscode-dark', 'Default Dark Modern'],
  ['vscode-high-contrast', 'Default High Contrast'],
] as const)
  test(`nothing is cut off or covered in ${theme}, from wide to narrow`, async () => {
    await window.setTheme(theme);
    const { view } = measuredRun(window);
    await until('the theme', async () => (await view.locator('body').getAttribute('data-vscode-theme-kind')) === kind);
    for (const width of [1250, 650, 300]) {
      await window.page.setViewportSize({ width, height: 1000 });
      await window.page.waitForTimeout(500);
      await window.screenshot(`benchmark-history-${String(width)}-${kind}`);
      assert.deepEqual(await layoutFaults(view), [], `${theme} at ${String(width)}`);
    }
    await window.page.setViewportSize({ width: 1600, height: 1000 });
  });
