import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture } from './captureEditor';
import { measuredRun } from './measuredRun';
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
  await editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark');
  const run = measuredRun(workbench);
  assert.match(await run.verdict(), /^execute takes [\d.]+ ms$/);
  assert.match(await run.basis(), /Median of [\d,]+ runs, 95 % CI \[[\d.]+, [\d.]+\] ms\..*the first run/);
  assert.ok((await run.rows('rows').count()) >= 1);
  await workbench.screenshot('benchmark-scope');
});

test('a row links to its record in the capture', async () => {
  const run = measuredRun(workbench);
  await run.rows('rows').first().locator('a').first().click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'block.ireereplay' }).waitFor();
  await until('the record', async () => (await captureEditor(workbench).heading()) === '#65 replay.scope_begin');
});

test('Benchmark of everything has a row for every scope, and repeating it has a history', async () => {
  const editor = captureEditor(workbench);
  await editor.view.locator('vscode-button.benchmark').click();
  const run = measuredRun(workbench);
  await until('the verdict', async () => (await run.verdict()).startsWith('execute takes'));
  const labels = await run.rows('rows').locator('td:first-child b').allTextContents();
  for (const label of ['init', 'execute', 'deinit']) assert.ok(labels.includes(label), labels.join(' '));
  await run.view.locator('vscode-button.again').click();
  await until('the comparison', async () =>
    ((await run.view.locator('.block', { hasText: 'History' }).textContent()) ?? '').includes('3 runs'),
  );
  assert.match(await run.verdict(), /previous run/);
  await workbench.screenshot('benchmark-again');
  await run.view.locator('th button', { hasText: 'Median' }).click();
  const medians = (await run.rows('rows').locator('td:nth-child(4)').allTextContents()).map(Number);
  assert.deepEqual(
    medians,
    [...medians].sort((a, b) => b - a),
  );
});

test('a dispatch is benchmarked alone', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await until('the match', async () => (await editor.heading()) === '#46 command_buffer.dispatch');
  await editor.chooseInMenu(editor.selected, 'Benchmark');
  const run = measuredRun(workbench);
  await until('the verdict', async () => /softmax.* takes/.test(await run.verdict()));
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
  await until('the runs', async () => (await items.count()) === 4);
  await workbench.screenshot('benchmark-runs');
  await items.last().click();
  await until('the first run', async () => (await measuredRun(workbench).verdict()).startsWith('execute takes'));
});

test('Verify says whether two runs agree', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.selected, 'Verify');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  const run = measuredRun(workbench);
  await until('the verdict', async () => /^Results agree in 1 buffer\.$/.test(await run.verdict()));
  await workbench.screenshot('verify');
});
