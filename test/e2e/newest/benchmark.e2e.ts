import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { counted } from '../counted';
import { captureEditor, putCapture, shownCapture } from '../captureEditor';
import { measuredRun, runOf } from '../measuredRun';
import { answerFileDialog } from '../fileDialog';
import { answerQuestion } from '../quickInput';
import { pathToFileURL } from 'node:url';
import { axeFindings } from '../axeFindings';
import { startWorkbench, until, vscodeVersion, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  // The roof of this machine has not been measured yet.
  process.env['XDG_CACHE_HOME'] = mkdtempSync(path.join(tmpdir(), 'iree-replay-cache-'));
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Light Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
  rmSync(process.env['XDG_CACHE_HOME'] ?? '', { recursive: true, force: true });
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

/** Names of what is below the scope, as they are read. */
const nameOf = async (row: Locator): Promise<string> => (await row.getByRole('gridcell').first().textContent())?.trim() ?? '';

test('Break Down opens a scope into functions, those into launches and records', async () => {
  const run = await runOf(workbench, () => measuredRun(workbench).view.locator('vscode-button.breakdown').click());
  await run.ends(/^execute takes [\d.]+ .?s$/);
  await run.view.getByText(/^Recorded iterations take [\d.]+x \[[\d.]+, [\d.]+\] the time of as many in turn that were not: /).waitFor();
  // What was recorded takes longer: it is no earlier run of what was not.
  assert.equal(await run.view.locator('vscode-button.breakdown').count(), 0);
  const grid = run.view.getByRole('treegrid', { name: 'Times of scopes and functions' });
  const level = (depth: number): Locator => grid.locator(`.tr[aria-level="${String(depth)}"]`);
  await level(2).nth(10).waitFor();
  await counted(level(1), 1);
  // Eleven functions, copies, what is read back, and what nothing goes on in.
  await counted(level(2), 14);
  const matmul = level(2).filter({ hasText: 'batch_matmul_1x64x128x128' }).filter({ hasText: '×' });
  await matmul.locator('.tw').click();
  const launches = level(3).filter({ hasText: /16x1x1 workgroups; constants .*; bindings / });
  await launches.nth(2).waitFor();
  await counted(launches, 3);
  await launches.first().locator('.tw').click();
  await level(4).first().waitFor();
  assert.match(await nameOf(level(4).first()), /^#\d+/);
  await workbench.screenshot('benchmark-breakdown');
});

test('a function with a single launch opens into its records', async () => {
  const { view } = measuredRun(workbench);
  const softmax = view.locator('#rows .tr', { hasText: 'softmax' });
  await softmax.locator('.tw').click();
  const record = softmax.locator('xpath=following-sibling::*[1]');
  await until('its record', async () => (await record.getAttribute('aria-level')) === '3');
  assert.match(await nameOf(record), /^#46/);
  await softmax.locator('.tw').click();
  await until('it closed', async () => (await softmax.getAttribute('aria-expanded')) === 'false');
});

test('functions of a benchmark stand against the roof of this machine by operations that one gives, in a report as well', async () => {
  const { view } = measuredRun(workbench);
  await view.locator('vscode-button', { hasText: "Measure This Machine's Roof" }).click();
  const roof = view.getByRole('group', { name: /^Roof: L1 .*, f32 with .* against it$/ });
  await roof.waitFor();
  const measured = view.locator('.roofline .point.measured');
  await counted(measured, 0);
  await view.locator('.give').click();
  await answerQuestion(workbench.page, 'Operations of Which Function?', 'dispatch_11_batch_matmul');
  await answerQuestion(workbench.page, /^Operations in Each Dispatch of .*batch_matmul_1x64x128x128/, '2 * 64 * 128 * 128');
  await answerQuestion(workbench.page, 'What Do They Compute With?');
  await counted(measured, 1);
  await measured.click();
  const said = view.locator('.roofline-notes [role="status"]');
  await said
    .filter({ hasText: /batch_matmul_1x64x128x128_f32: [\d.]+ [MG]op\/s, [\d.]+ operations for each byte that is bound/ })
    .waitFor();
  await workbench.screenshot('benchmark-roof');
  assert.deepEqual(await axeFindings(workbench), []);
  const file = path.join(workbench.folder, 'roof.html');
  await view.locator('.export vscode-button', { hasText: 'Report' }).click();
  await answerFileDialog(workbench, 'Export Report', file, 'OK');
  await until(file, () => existsSync(file));
  const context = await workbench.page
    .context()
    .browser()
    ?.newContext({ offline: true, viewport: { width: 1300, height: 900 } });
  assert.ok(context !== undefined);
  const report = await context.newPage();
  await report.goto(pathToFileURL(file).href);
  await counted(report.locator('.roofline .point.measured'), 1);
  assert.equal(await report.locator('.give').count(), 0);
  await report.locator('.roofline').scrollIntoViewIfNeeded();
  await report.screenshot({
    path: path.resolve(__dirname, '..', '..', 'artifacts', 'screenshots', vscodeVersion, 'benchmark-roof-report.png'),
  });
  await context.close();
  await view.getByRole('button', { name: 'As Table: Roof' }).click();
  const table = view.getByRole('table', { name: 'Dispatches against the roof of this machine' });
  await counted(table.locator('tbody tr'), 11);
  await table.getByText('2,097,152 f32').waitFor();
  await view.getByRole('button', { name: 'As Plot: Roof' }).click();
});

test('plots and figures are those of the row that is chosen, by keys alone', async () => {
  const { view } = measuredRun(workbench);
  const grid = view.getByRole('treegrid', { name: 'Times of scopes and functions' });
  const drawn = async (): Promise<readonly string[]> =>
    Promise.all(
      ['samples', 'history', 'distributions'].map(
        async (name) => (await view.locator(`[data-plot="${name}"]`).getAttribute('aria-label')) ?? '',
      ),
    );
  await grid.focus();
  await grid.press('Home');
  await until('the scope', async () => (await view.locator('.subject').textContent()) === 'execute');
  const ofScope = await drawn();
  const headline = await measuredRun(workbench).verdict();
  await grid.press('ArrowDown');
  await until('the function', async () => ((await view.locator('.subject').textContent()) ?? '').includes('dispatch_'));
  const [samples, past, distribution] = await drawn();
  assert.notEqual(samples, ofScope[0]);
  assert.notEqual(past, ofScope[1]);
  assert.notEqual(distribution, ofScope[2]);
  // The sentence stays that of the scope.
  assert.equal(await measuredRun(workbench).verdict(), headline);
  await grid.press('ArrowLeft');
  await grid.press('ArrowUp');
  await grid.press('ArrowLeft');
  await until('it closed', async () => (await view.locator('#rows .tr').count()) === 1);
  await grid.press('ArrowRight');
  await until('it opened', async () => (await view.locator('#rows .tr').count()) >= 14);
});

test('Enter on a record opens it in the capture', async () => {
  const { view } = measuredRun(workbench);
  const record = view.locator('#rows .tr[aria-level="4"]').first();
  const name = await nameOf(record);
  await record.getByRole('gridcell').nth(2).click();
  await view.locator('#rows').press('Enter');
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'block.ireereplay' }).waitFor();
  await captureEditor(workbench).headed(new RegExp(`^${/#\d+/.exec(name)?.[0] ?? ''} `));
});

test('a breakdown says which executables changed against the run before, and what its parts are against theirs', async () => {
  await workbench.page.locator('.tabs-container .tab', { hasText: 'Benchmark: scope execute' }).last().click();
  const before = measuredRun(workbench);
  const run = await runOf(workbench, () => before.view.locator('vscode-button.again').click());
  await run.ends(/^execute takes/);
  await run.view.getByRole('heading', { name: 'Changed since the previous run' }).waitFor();
  await run.view.getByText(/^Against the run of .*, of the same capture:$/).waitFor();
  await run.view.getByText(/^executable 4 .*is the same to the byte$/).waitFor();
  await run.view.getByRole('columnheader', { name: 'Previous run' }).waitFor();
  // Two runs do not tell how far the same code is from itself.
  for (const words of await run.rows('rows').locator('[role=gridcell]:last-child').allTextContents())
    assert.match(words.trim(), /^(|not known yet|not measurable)$/);
  await run.view.locator('.side .plot-block', { hasText: /this run [\d.]+.*previous [\d.]+/ }).waitFor();
  await workbench.screenshot('benchmark-changes');
});

test('Benchmark of everything has a row for every scope, and repeating it has a history', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  let run = await runOf(workbench, () => editor.view.locator('vscode-button.benchmark').click());
  await run.ends(/^execute takes/);
  const labels = await run.rows('rows').locator('.op b').allTextContents();
  for (const label of ['init', 'execute', 'deinit']) assert.ok(labels.includes(label), labels.join(' '));
  run = await runOf(workbench, () => run.view.locator('vscode-button.again').click());
  await run.ends(/^execute .*previous run/);
  await run.view.locator('.block', { hasText: 'History' }).filter({ hasText: '3 runs' }).waitFor();
  await workbench.screenshot('benchmark-again');
  await run.view.locator('#rows .thead button', { hasText: 'Median' }).click();
  await run.view.locator('#rows [aria-sort=descending]').waitFor();
  const medians = (await run.rows('rows').locator('[role=gridcell]:nth-child(3)').allTextContents()).map(Number);
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
