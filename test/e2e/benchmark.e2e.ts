import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture } from './captureEditor';
import { measuredRun, runOf } from './measuredRun';
import { answerFileDialog } from './fileDialog';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Light Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

test('Benchmark of a scope says what it takes, with the distribution behind it', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  const run = await runOf(workbench, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes [\d.]+ .?s$/);
  assert.match(await run.basis(), /Median of [\d,]+ runs, 95 % CI \[[\d.]+, [\d.]+\] .?s\..*the first run/);
  assert.ok((await run.rows('rows').count()) >= 1);
  await workbench.screenshot('benchmark-scope');
});

test('Break Down opens a scope into functions, those into launches, and those into records', async () => {
  const run = await runOf(workbench, () => measuredRun(workbench).view.locator('vscode-button.breakdown').click());
  await run.ends(/^execute takes [\d.]+ .?s$/);
  await run.view.getByText(/^Recorded iterations take [\d.]+x \[[\d.]+, [\d.]+\] the time of as many in turn that were not: /).waitFor();
  const parts = run.view.getByRole('treegrid', { name: 'Where the time of execute goes' });
  await parts.getByRole('row', { expanded: false }).nth(10).waitFor();
  const matmul = parts.getByRole('button', { name: /^Open .*dispatch_2_batch_matmul/ });
  await matmul.press('Enter');
  const launches = parts.getByRole('button', { name: /^Open 16x1x1 workgroups; constants .*; bindings / });
  await launches.nth(2).waitFor();
  assert.equal(await launches.count(), 3);
  await launches.first().click();
  await workbench.screenshot('benchmark-breakdown');
  // What was recorded takes longer: it is no earlier run of what was not.
  assert.equal(await run.view.locator('vscode-button.breakdown').count(), 0);
  await parts
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'block.ireereplay' }).waitFor();
});

test('a breakdown says which executables and functions changed against the run before', async () => {
  await workbench.page.locator('.tabs-container .tab', { hasText: 'Benchmark: scope execute' }).last().click();
  const before = measuredRun(workbench);
  const run = await runOf(workbench, () => before.view.locator('vscode-button.again').click());
  await run.ends(/^execute takes/);
  await run.view.getByText(/^Against the run of .*, of the same capture:$/).waitFor();
  await run.view.getByText(/^executable 4 .*is the same to the byte$/).waitFor();
  const parts = run.view.getByRole('treegrid', { name: 'Where the time of execute goes' });
  await parts.getByRole('columnheader', { name: 'Changed' }).waitFor();
  assert.equal(
    await parts
      .getByRole('gridcell', { name: 'same', exact: true })
      .or(parts.getByRole('cell', { name: 'same', exact: true }))
      .count(),
    11,
  );
  await workbench.screenshot('benchmark-changes');
});

test('Benchmark of everything has a row for every scope, and repeating it has a history', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  let run = await runOf(workbench, () => editor.view.locator('vscode-button.benchmark').click());
  await run.ends(/^execute takes/);
  const labels = await run.rows('rows').locator('td:first-child b').allTextContents();
  for (const label of ['init', 'execute', 'deinit']) assert.ok(labels.includes(label), labels.join(' '));
  run = await runOf(workbench, () => run.view.locator('vscode-button.again').click());
  await run.ends(/^execute .*previous run/);
  await run.view.locator('.block', { hasText: 'History' }).filter({ hasText: '3 runs' }).waitFor();
  await workbench.screenshot('benchmark-again');
  await run.view.locator('th button', { hasText: 'Median' }).click();
  const medians = (await run.rows('rows').locator('td:nth-child(4)').allTextContents()).map(Number);
  assert.deepEqual(
    medians,
    [...medians].sort((a, b) => b - a),
  );
});

test('tabs of runs of the same are told apart', async () => {
  const tabs = workbench.page.locator('.tabs-container .tab', { hasText: 'Benchmark: the capture' });
  const [first, second, ...more] = await tabs.allTextContents();
  assert.deepEqual(more, []);
  assert.notEqual(first, second);
});

test('a row links to its record in the capture', async () => {
  const [begin, of] = [captureEditor(workbench), measuredRun(workbench)];
  await of.rows('rows').filter({ hasText: 'init' }).filter({ hasNotText: 'deinit' }).locator('a').first().click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'block.ireereplay' }).waitFor();
  // The benchmark before was of the scope that begins at #65, which is selected there.
  await begin.headed('#1 replay.scope_begin');
});

test('a dispatch is benchmarked alone', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  const run = await runOf(workbench, () => editor.chooseInMenu(editor.selected, 'Benchmark'));
  await run.ends(/softmax.* takes/);
  await workbench.screenshot('benchmark-dispatch');
});

test('the result is exported', async () => {
  const run = measuredRun(workbench);
  await run.view.locator('.export vscode-button', { hasText: 'JSON' }).click();
  await answerFileDialog(workbench, 'Export', path.join(workbench.folder, 'result.json'), 'OK');
  const target = path.join(workbench.folder, 'result.json');
  await until('the file', () => existsSync(target));
  const { job, state } = JSON.parse(readFileSync(target, 'utf8')) as { job: string; state: { result: { rows: unknown[] } } };
  assert.equal(job, 'benchmark');
  assert.ok(state.result.rows.length > 0);
});

test('runs stand in the side bar, and open from there', async () => {
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const items = workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'Benchmark' });
  await until('the runs', async () => (await items.count()) === 6);
  await workbench.screenshot('benchmark-runs');
  const run = await runOf(workbench, () => items.last().click());
  await run.ends(/^execute takes/);
});

test('Verify says whether two runs agree', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  const run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.selected, 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  await workbench.screenshot('verify');
});
