import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { counted } from '../e2e/counted';
import { captureEditor, putCapture, shownCapture } from '../e2e/captureEditor';
import { LONGEST_RUN, measuredRun, runOf } from '../e2e/measuredRun';
import { pathToFileURL } from 'node:url';
import { axeFindings } from '../e2e/axeFindings';
import { guidePicture } from './pictures';
import { openWindow, type PagesWindow } from './window';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { present } from '../present';

let window: PagesWindow;

before(async () => {
  // The roof of this machine has not been measured yet.
  process.env['XDG_CACHE_HOME'] = mkdtempSync(path.join(tmpdir(), 'iree-replay-cache-'));
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Light Modern' } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
  rmSync(process.env['XDG_CACHE_HOME'] ?? '', { recursive: true, force: true });
});

test('Benchmark of a scope says what it takes, with the distribution behind it', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  const run = await runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes [\d.]+ .?s$/);
  assert.match(await run.basis(), /Median of [\d,]+ runs, 95 % CI \[[\d.]+, [\d.]+\] .?s\..*the first run/);
  await run.rows('rows').first().waitFor();
  await window.screenshot('benchmark-scope');
});

/** Names of what is below the scope, as they are read. */
const nameOf = async (row: Locator): Promise<string> => (await row.getByRole('gridcell').first().textContent())?.trim() ?? '';

test('Break Down opens a scope into functions, those into launches and records', async () => {
  const run = await runOf(window, () => measuredRun(window).view.locator('vscode-button.breakdown').click());
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
  await window.screenshot('benchmark-breakdown');
});

test('a function with a single launch opens into its records', async () => {
  const { view } = measuredRun(window);
  const softmax = view.locator('#rows .tr', { hasText: 'softmax' });
  await softmax.locator('.tw').click();
  const record = softmax.locator('xpath=following-sibling::*[1]');
  await until('its record', async () => (await record.getAttribute('aria-level')) === '3');
  assert.match(await nameOf(record), /^#46/);
  await softmax.locator('.tw').click();
  await until('it closed', async () => (await softmax.getAttribute('aria-expanded')) === 'false');
});

test('functions of a benchmark stand against the roof of this machine by operations that one gives, in a report as well', async () => {
  const { view } = measuredRun(window);
  await view.locator('vscode-button', { hasText: "Measure This Machine's Roof" }).click();
  const roof = view.getByRole('group', { name: /^Roof: L1 .*, f32 with .* against it$/ });
  // It waits for its turn: what measures on a machine does so alone.
  await roof.waitFor({ timeout: 1000 * LONGEST_RUN });
  const measured = view.locator('.roofline .point.measured');
  await counted(measured, 0);
  await view.locator('.give').click();
  await window.answers.choose('Show Operations of Which Function?', /dispatch_11_batch_matmul/);
  await window.answers.enter(/^Operations in Each Dispatch of .*batch_matmul_1x64x128x128/, '2 * 64 * 128 * 128');
  await window.answers.choose('Which Data Type Do the Operations Use?', 'f32');
  await counted(measured, 1);
  await measured.click();
  const said = view.locator('.roofline-notes [role="status"]');
  await said
    .filter({ hasText: /batch_matmul_1x64x128x128_f32: [\d.]+ [MG]op\/s, [\d.]+ operations for each byte that is bound/ })
    .waitFor();
  await window.screenshot('benchmark-roof');
  assert.deepEqual(await axeFindings(window), []);
  const file = path.join(window.folder, 'roof.html');
  await view.locator('.export vscode-button', { hasText: 'Report' }).click();
  await window.answers.files('Export Report', file);
  await until(file, () => existsSync(file));
  const context = await window.page
    .context()
    .browser()
    ?.newContext({ offline: true, viewport: { width: 1300, height: 900 } });
  assert.ok(context !== undefined);
  const report = await context.newPage();
  await report.goto(pathToFileURL(file).href);
  await counted(report.locator('.roofline .point.measured'), 1);
  assert.equal(await report.locator('.give').count(), 0);
  await report.locator('.roofline').scrollIntoViewIfNeeded();
  await window.screenshot('benchmark-roof-report', report.locator('html'));
  await context.close();
  await view.getByRole('button', { name: 'As Table: Roof' }).click();
  const table = view.getByRole('table', { name: 'Dispatches against the roof of this machine' });
  await counted(table.locator('tbody tr'), 11);
  await table.getByText('2,097,152 f32').waitFor();
  await view.getByRole('button', { name: 'As Plot: Roof' }).click();
});

test('plots and figures are those of the row that is chosen, by keys alone', async () => {
  const { view } = measuredRun(window);
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
  const headline = await measuredRun(window).verdict();
  await grid.press('ArrowDown');
  await until('the function', async () => ((await view.locator('.subject').textContent()) ?? '').includes('dispatch_'));
  const [samples, past, distribution] = await drawn();
  assert.notEqual(samples, ofScope[0]);
  assert.notEqual(past, ofScope[1]);
  assert.notEqual(distribution, ofScope[2]);
  // The sentence stays that of the scope.
  assert.equal(await measuredRun(window).verdict(), headline);
  await grid.press('ArrowLeft');
  await grid.press('ArrowUp');
  await grid.press('ArrowLeft');
  await until('it closed', async () => (await view.locator('#rows .tr').count()) === 1);
  await grid.press('ArrowRight');
  await until('it opened', async () => (await view.locator('#rows .tr').count()) >= 14);
});

test('Enter on a record opens it in the capture', async () => {
  const { view } = measuredRun(window);
  const record = view.locator('#rows .tr[aria-level="4"]').first();
  const name = await nameOf(record);
  await record.getByRole('gridcell').nth(2).click();
  await view.locator('#rows').press('Enter');
  await window.tab('block.ireereplay');
  await captureEditor(window).headed(new RegExp(`^${/#\d+/.exec(name)?.[0] ?? ''} `));
});

test('a breakdown says which executables changed against the run before, and what its parts are against theirs', async () => {
  await window.showTab('Benchmark: scope execute');
  const before = measuredRun(window);
  const run = await runOf(window, () => before.view.locator('vscode-button.again').click());
  await run.ends(/^execute takes/);
  await run.view.getByRole('heading', { name: 'Changed since the previous run' }).waitFor();
  await run.view.getByText(/^Compared with the run of .*, of the same capture:$/).waitFor();
  await run.view.getByText(/^executable 4 .*is the same to the byte$/).waitFor();
  await run.view.getByRole('columnheader', { name: 'Previous run' }).waitFor();
  // Two runs do not tell how far the same code is from itself.
  for (const words of await run.rows('rows').locator('[role=gridcell]:last-child').allTextContents())
    assert.match(words.trim(), /^(|not known yet|not measurable)$/);
  await run.view.locator('.side .plot-block', { hasText: /this run [\d.]+.*previous [\d.]+/ }).waitFor();
  await window.screenshot('benchmark-changes');
});

test('Benchmark of everything has a row for every scope, and repeating it has a history', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  let run = await runOf(window, () => editor.view.locator('vscode-button.benchmark').click());
  await run.ends(/^execute takes/);
  const labels = await run.rows('rows').locator('.op b').allTextContents();
  for (const label of ['init', 'execute', 'deinit']) assert.ok(labels.includes(label), labels.join(' '));
  run = await runOf(window, () => run.view.locator('vscode-button.again').click());
  await run.ends(/^execute .*previous run/);
  await run.view.locator('.block', { hasText: 'History' }).filter({ hasText: '3 runs' }).waitFor();
  await window.screenshot('benchmark-again');
  await guidePicture(window, 'benchmark', { width: 1000, height: 560, above: run.view.locator('.side') });
  await run.view.locator('#rows .thead button', { hasText: 'Median' }).click();
  await run.view.locator('#rows [aria-sort=descending]').waitFor();
  const medians = (await run.rows('rows').locator('[role=gridcell]:nth-child(3)').allTextContents()).map(Number);
  assert.deepEqual(
    medians,
    [...medians].sort((a, b) => b - a),
  );
});

test('tabs of runs of the same are told apart', () => {
  const [first, second, ...more] = window.tabs.filter((title) => title.startsWith('Benchmark: the capture'));
  assert.deepEqual(more, []);
  assert.notEqual(first, second);
});

test('a row links to its record in the capture', async () => {
  const [begin, of] = [captureEditor(window), measuredRun(window)];
  await of.rows('rows').filter({ hasText: 'init' }).filter({ hasNotText: 'deinit' }).locator('a').first().click();
  await window.tab('block.ireereplay');
  // The benchmark before was of the scope that begins at #65, which is selected there.
  await begin.headed('#1 replay.scope_begin');
});

test('a dispatch is benchmarked alone', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  // The list marks it with the frame after its details.
  await says(editor.selected, /softmax/);
  const run = await runOf(window, () => editor.chooseInMenu(editor.selected, 'Benchmark'));
  await run.ends(/softmax.* takes/);
  await window.screenshot('benchmark-dispatch');
});

test('the result is exported', async () => {
  const run = measuredRun(window);
  await run.view.locator('.export vscode-button', { hasText: 'JSON' }).click();
  await window.answers.files('Export', path.join(window.folder, 'result.json'));
  const target = path.join(window.folder, 'result.json');
  await until('the file', () => existsSync(target));
  const { job, state } = JSON.parse(readFileSync(target, 'utf8')) as { job: string; state: { result: { rows: unknown[] } } };
  assert.equal(job, 'benchmark');
  assert.ok(state.result.rows.length > 0);
});

test('runs stand in the side bar, and open from there', async () => {
  const runs = (await window.rows('runs')).filter(({ description }) => description.startsWith('Benchmark'));
  assert.equal(runs.length, 6);
  const run = await runOf(window, () => present(runs.at(-1), 'run').open());
  await run.ends(/^execute takes/);
});

test('Verify says whether two runs agree', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  const run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.selected, 'Verify');
    await window.answers.choose(/./, /^Run-to-Run/);
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  await window.screenshot('verify');
});
