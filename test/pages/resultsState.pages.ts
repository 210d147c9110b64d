import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun } from '../e2e/measuredRun';
import { says } from '../e2e/said';
import { frames } from '../e2e/frames';
import { until } from '../e2e/until';
import type { ViewRow } from './vscode/views';
import { compareRuns } from './comparedRuns';
import { openWindow, type PagesWindow } from './window';
import { present } from '../present';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  // Low enough that the page scrolls.
  await window.page.setViewportSize({ width: 1500, height: 480 });
});
after(async () => {
  await window.dispose();
});

async function benchmarked(): Promise<void> {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await editor.view.locator('vscode-button.benchmark').click();
  await until('the verdict', async () => (await measuredRun(window).verdict()).startsWith('execute takes'));
}

const benchmarks = async (): Promise<readonly ViewRow[]> =>
  (await window.rows('runs')).filter(({ description }) => description.startsWith('Benchmark'));

const side = () => measuredRun(window).view.locator('.results > .side');

/** Sorted by samples, upwards; `init` chosen; scrolled down. */
async function leftAsItWas(): Promise<void> {
  const { view } = measuredRun(window);
  await until(
    'the sorting',
    async () => (await view.getByRole('columnheader', { name: 'Samples' }).getAttribute('aria-sort')) === 'ascending',
  );
  await says(view.locator('#rows .tr.sel'), /init/);
  assert.match(await measuredRun(window).verdict(), /^init (takes|is not measurable)/);
  await until('the place', async () => (await side().evaluate((element) => element.scrollTop)) === 30);
}

test('sorting, choice and place of a result are kept while its tab is hidden', async () => {
  await benchmarked();
  const { view } = measuredRun(window);
  await view.locator('#rows .thead button', { hasText: 'Samples' }).dblclick();
  await measuredRun(window).rows('rows').filter({ hasText: 'init' }).first().getByRole('gridcell').nth(2).click();
  await until('what is said of init', async () => (await measuredRun(window).verdict()).startsWith('init '));
  // Its plots are drawn with the frames after.
  await side().evaluate(frames, 3);
  await side().evaluate((element) => element.scrollTo(0, 30));
  await leftAsItWas();
  await window.openFile('small.ireereplay');
  await shownCapture(window);
  await window.showTab('Benchmark: the capture');
  await leftAsItWas();
});

test('and when the window is loaded again', async () => {
  await window.reload();
  await window.tab('Benchmark: the capture');
  await leftAsItWas();
  await window.screenshot('results-restored');
});

test('a restored result links to the capture, and is run again', async () => {
  const run = measuredRun(window);
  await run.view.locator('vscode-button.again').click();
  await until('two runs', async () => ((await run.view.locator('.block', { hasText: 'History' }).textContent()) ?? '').includes('2 runs'));
  assert.match(await run.verdict(), /previous run/);
  await run.view.locator('.verdict[data-state=done]').waitFor();
});

test('a comparison is restored, and gives the command lines of both runs', async () => {
  await compareRuns(window, 'Benchmark');
  await window.tab('Compare: the capture');
  const lines = async (): Promise<readonly string[]> =>
    ((await measuredRun(window).view.locator('pre.cli').textContent()) ?? '').match(/ireereplay benchmark/g) ?? [];
  await until('both command lines', async () => (await lines()).length === 2);
  await window.reload();
  await window.tab('Compare: the capture');
  await until('the comparison', async () => (await lines()).length === 2);
});

test('what a tab asks is put away when the tab is closed', async () => {
  await window.showTab('Benchmark: the capture');
  const run = measuredRun(window);
  await run.verdict();
  await run.view.locator('.export vscode-button', { hasText: 'JSON' }).click();
  await until('the dialog', () => window.answers.asked.includes('Export'));
  await window.closeEditor();
  await until('no dialog', () => window.answers.asked.length === 0);
});

test('a run that is no longer kept says so in its tab', async () => {
  const items = await benchmarks();
  await present(items[0], 'run').open();
  await measuredRun(window).verdict();
  for (const [removed, item] of items.entries()) {
    item.choose('Remove Run');
    await until('one run less', async () => (await benchmarks()).length === items.length - removed - 1);
  }
  assert.match(await measuredRun(window).verdict(), /takes|is not measurable/, 'what is open stays to be read');
  await window.reload();
  await until('the sentence', async () => (await measuredRun(window).verdict()) === 'The run is no longer kept.');
  await window.screenshot('results-gone');
});
