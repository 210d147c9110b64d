import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chooseInContextMenu, putCapture, shownCapture } from '../captureEditor';
import { measuredRun } from '../measuredRun';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay'], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  // Low enough that the page scrolls.
  await workbench.page.setViewportSize({ width: 1500, height: 480 });
});
after(async () => {
  await workbench.dispose();
});

const tab = (title: string) => workbench.page.locator('.tabs-container .tab', { hasText: title });

async function benchmarked(): Promise<void> {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await editor.view.locator('vscode-button.benchmark').click();
  await until('the verdict', async () => (await measuredRun(workbench).verdict()).startsWith('execute takes'));
}

const side = () => measuredRun(workbench).view.locator('.results > .side');

/** Sorted by samples, upwards; `init` chosen; scrolled down. */
async function leftAsItWas(): Promise<void> {
  const { view } = measuredRun(workbench);
  await until(
    'the sorting',
    async () => (await view.getByRole('columnheader', { name: 'Samples' }).getAttribute('aria-sort')) === 'ascending',
  );
  await says(view.locator('#rows .tr.sel'), /init/);
  assert.match(await measuredRun(workbench).verdict(), /^init (takes|is not measurable)/);
  await until('the place', async () => (await side().evaluate((element) => element.scrollTop)) === 30);
}

test('sorting, choice and place of a result are kept while its tab is hidden', async () => {
  await benchmarked();
  const { view } = measuredRun(workbench);
  await view.locator('#rows .thead button', { hasText: 'Samples' }).dblclick();
  await measuredRun(workbench).rows('rows').filter({ hasText: 'init' }).first().getByRole('gridcell').nth(2).click();
  await side().evaluate((element) => element.scrollTo(0, 30));
  await leftAsItWas();
  await workbench.openFile('small.ireereplay');
  await shownCapture(workbench);
  await tab('Benchmark: the capture').click();
  await leftAsItWas();
});

test('and when the window is loaded again', async () => {
  await workbench.reload();
  await tab('Benchmark: the capture').waitFor();
  await leftAsItWas();
  await workbench.screenshot('results-restored');
});

test('a restored result links to the capture, and is run again', async () => {
  const run = measuredRun(workbench);
  await run.view.locator('vscode-button.again').click();
  await until('two runs', async () => ((await run.view.locator('.block', { hasText: 'History' }).textContent()) ?? '').includes('2 runs'));
  assert.match(await run.verdict(), /previous run/);
  await run.view.locator('.verdict[data-state=done]').waitFor();
});

test('a comparison is restored, and gives the command lines of both runs', async () => {
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const items = workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'Benchmark' });
  await until('both', async () => (await items.count()) === 2);
  await items.first().click();
  await items.last().click({ modifiers: ['ControlOrMeta'] });
  await chooseInContextMenu(workbench, items.last(), 'Compare Selected Runs');
  await tab('Compare: the capture').waitFor();
  const lines = async (): Promise<readonly string[]> =>
    ((await measuredRun(workbench).view.locator('pre.cli').textContent()) ?? '').match(/ireereplay benchmark/g) ?? [];
  await until('both command lines', async () => (await lines()).length === 2);
  await workbench.reload();
  await tab('Compare: the capture').waitFor();
  await until('the comparison', async () => (await lines()).length === 2);
});

test('what a tab asks is put away when the tab is closed', async () => {
  await tab('Benchmark: the capture').first().click();
  const run = measuredRun(workbench);
  await run.verdict();
  await run.view.locator('.export vscode-button', { hasText: 'JSON' }).click();
  const dialog = workbench.page.locator('.quick-input-widget', { hasText: 'Export' });
  await dialog.waitFor();
  // As a middle click does: the dialog lies over the tab.
  await workbench.page.locator('.tabs-container .tab.active').dispatchEvent('auxclick', { button: 1 });
  await dialog.waitFor({ state: 'hidden' });
});

test('a run that is no longer kept says so in its tab', async () => {
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const items = workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'Benchmark' });
  await items.first().click();
  await measuredRun(workbench).verdict();
  for (let left = await items.count(); left > 0; left--) {
    await chooseInContextMenu(workbench, items.first(), 'Remove Run');
    await until('one run less', async () => (await items.count()) === left - 1);
  }
  assert.match(await measuredRun(workbench).verdict(), /takes|is not measurable/, 'what is open stays to be read');
  await workbench.reload();
  await until('the sentence', async () => (await measuredRun(workbench).verdict()) === 'The run is no longer kept.');
  await workbench.screenshot('results-gone');
});
