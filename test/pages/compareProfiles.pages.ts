/** Two profiles side by side: what is told, what is not, and the ways there. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { picturesInBothThemes } from './pictures';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { says } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

const fixtures = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256');
const MATMUL = 'matmul_dispatch_0_matmul_256x256x256_f32';

let window: PagesWindow;

before(async () => {
  const profiles = ['1', '2', '3', '4', 'vector', 'scalar', 'disturbed'];
  window = await openWindow({
    files: profiles.map((name) => `profiles/compared/${name}.ireeprof`),
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

const headline = (): Promise<string> =>
  until('the comparison', async () => {
    const ended = window.webview().locator('.verdict[data-state]');
    return (await ended.count()) > 0 && wordsOf(ended.locator('h1'));
  });

/** Chooses an item of the list that is open. */
async function choose(words: string): Promise<void> {
  await window.answers.choose(/Compare/, words);
}

test('two profiles are chosen from the palette, and nothing is told without a known noise', async () => {
  await window.runCommand('IREE Replay: Compare Profiles…');
  await choose('scalar.ireeprof');
  await until('the question', () => window.answers.asked.some((title) => title.endsWith('to Compare with scalar.ireeprof')));
  await choose('vector.ireeprof');
  assert.equal(await headline(), 'No function is known to be faster or slower.');
  const row = window.webview().locator('.differences [role="row"][data-key]', { hasText: 'matmul' }).first();
  await says(row, /not known yet/);
});

test('with five runs of the code before, the kernel that was made slow is the headline', async () => {
  await window.webview().locator('.pickers vscode-button', { hasText: 'Add Earlier Runs' }).click();
  for (const name of ['1', '2', '3', '4']) {
    await window.answers.files('Profiles to Compare With', path.join(window.folder, `${name}.ireeprof`));
    await until('the run before', async () =>
      (await wordsOf(window.webview().locator('.pickers vscode-button'))).startsWith(`${name} Earlier Runs`),
    );
    if (name !== '4') await window.webview().locator('.pickers vscode-button', { hasText: 'Earlier Runs' }).click();
  }
  assert.match(await headline(), new RegExp(`^${MATMUL}: [\\d.]+x slower \\[`));
  assert.equal(await window.webview().locator('.waterfall .slower').first().getAttribute('data-name'), MATMUL);
  await window.webview().locator('.two-sided').waitFor();
  await picturesInBothThemes(window, 'compare-profiles');
});

/** The colour at parts of the width and the height of both timelines. */
const colourAt = (x: number, y: number): Promise<string> =>
  window
    .webview()
    .locator('.pair canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [across, down]) =>
        String(
          canvas
            .getContext('2d')
            ?.getImageData(Math.round(canvas.width * across), Math.round(canvas.height * down), 1, 1)
            .data.slice(0, 3),
        ),
      [x, y] as const,
    );

test('one run of both timelines lies above the other, aligned at its first dispatch', async () => {
  const pair = window.webview().locator('.pair');
  await until('the first run', async () => (await wordsOf(pair.locator('h2'))).startsWith('Run 1 of 12 of record #17,'));
  await says(pair.locator('.ends'), /^A [\d.]+ (µs|ms), B [\d.]+ ms, \+[\d.]+ ms$/);
  // The kernel in scalar instructions is sixteen times as long: in the middle of the scale there is only B.
  const [a, b] = [0.3, 0.72];
  await until('both drawn', async () => (await colourAt(0.03, a)) === (await colourAt(0.5, b)));
  assert.notEqual(await colourAt(0.5, a), await colourAt(0.5, b));
  await pair.getByRole('button', { name: 'Next run' }).click();
  await until('the second run', async () => (await wordsOf(pair.locator('h2'))).startsWith('Run 2 of 12'));
  await pair.getByLabel('Run, 1 to 12').fill('12');
  await pair.getByLabel('Run, 1 to 12').press('Enter');
  await until('the last run', async () => (await wordsOf(pair.locator('h2'))).startsWith('Run 12 of 12'));
  await until('what is in it', async () => (await wordsOf(pair.locator('.ends'))) !== '');
  assert.equal(await pair.getByRole('button', { name: 'Next run' }).isDisabled(), true);
});

test('by keyboard one goes from a dispatch to the same one of the other profile, and to other runs', async () => {
  const canvas = window.webview().locator('.pair canvas');
  const said = (): Promise<string> => wordsOf(window.webview().locator('.announcer'));
  await canvas.focus();
  await canvas.press('ArrowRight');
  await until('a dispatch of A', async () => (await said()).startsWith(`A, ${MATMUL}, `));
  assert.match(await said(), /at 0(\.0+)? ns from the first dispatch, record 17, in B [\d.]+ ms$/);
  await canvas.press('ArrowDown');
  await until('the same of B', async () => (await said()).startsWith(`B, ${MATMUL}, `));
  await canvas.press('ArrowRight');
  await until('the end of the run', async () => (await said()) === 'There is nothing further.');
  await canvas.press('[');
  await until('the run before', async () => (await wordsOf(window.webview().locator('.pair h2'))).startsWith('Run 11 of 12'));
  // In the middle of the scale there is nothing of A, and after its run there are others that are not shown.
  await until('what is in it', async () => (await wordsOf(window.webview().locator('.pair .ends'))) !== '');
  await canvas.press('ArrowRight');
  await until('a dispatch of A', async () => (await said()).startsWith(`A, ${MATMUL}, `));
});

test('the timelines are a table, too', async () => {
  const pair = window.webview().locator('.pair');
  await pair.getByRole('button', { name: 'As Table' }).click();
  const row = pair.locator('.pair-table [role="row"][data-key]');
  await until('the pair', async () => (await row.count()) === 1);
  const cells = await row.locator('[role="gridcell"]').allInnerTexts();
  assert.equal(cells[0]?.trim(), MATMUL);
  assert.match(cells.at(-1) ?? '', /^\+\d/);
  await pair.getByRole('button', { name: 'As Timelines' }).click();
  await pair.locator('canvas').waitFor();
});

test('a function opens into its records, whose times are shown when they are chosen', async () => {
  const table = window.webview().locator('.differences');
  await table.locator('[aria-level="1"]').first().click();
  await table.press('ArrowRight');
  const records = table.locator('[aria-level="2"]');
  await until('the record', async () => (await records.count()) === 1);
  await table.press('ArrowDown');
  const beside = window.webview().locator('.distribution h2').first();
  await until('the record beside', async () => (await wordsOf(beside)).endsWith('#17'));
  // Each link leads to the record's slices, or to the record.
  const links = window.webview().locator('.links a');
  await until('links to the record', async () => (await links.count()) === 4);
  assert.deepEqual(await links.allInnerTexts(), [
    'vector.ireeprof, slices of #17',
    'record #17 in its capture',
    'scalar.ireeprof, slices of #17',
    'record #17 in its capture',
  ]);
  const median = window.webview().locator('.changed tbody tr').first();
  await says(median, /^median, ms\s+0\.81\d+\s+12\.\d+\s+\+12\.\d+$/);
  await window.webview().locator('.distribution').getByRole('button', { name: 'As Table' }).click();
  await until('the distribution as a table', async () => (await window.webview().locator('.bins tbody tr').count()) > 1);
  await window.webview().locator('.distribution').getByRole('button', { name: 'As Figure' }).click();
});

test('nothing is told of a run that other work disturbed', async () => {
  await window.webview().getByLabel('Profile B').click();
  await window.webview().getByLabel('Profile B').locator('vscode-option', { hasText: 'disturbed.ireeprof' }).click();
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
  await until('why', async () => (await wordsOf(window.webview().locator('.distribution').first())).includes('Other work took processors'));
  await window.webview().getByLabel('Profile B').click();
  await window.webview().getByLabel('Profile B').locator('vscode-option', { hasText: 'scalar.ireeprof' }).click();
  await until('the verdict', async () => (await headline()).startsWith(MATMUL));
});

test('A and B change places, and faster becomes slower', async () => {
  await window.webview().getByTitle('Swap A and B').click();
  // Of what is B now there were no earlier runs.
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
  await window.webview().getByTitle('Swap A and B').click();
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
});

test('only differences are left when that is asked for: where nothing is told, none', async () => {
  const functions = window.webview().locator('.differences [aria-level="1"]');
  const all = await functions.count();
  assert.ok(all > 1);
  await window.webview().getByLabel('Only differences').check();
  await until('no function', async () => (await functions.count()) === 0);
  await window.webview().getByLabel('Only differences').uncheck();
  await until('all functions', async () => (await functions.count()) === all);
});

test('the numbers are exported whole', async () => {
  await window.webview().locator('.export vscode-button', { hasText: 'CSV' }).click();
  const file = path.join(window.folder, 'compared.csv');
  await window.answers.files('Export', file);
  await until('the file', () => existsSync(file));
  const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  assert.equal(header?.startsWith('Function,Record,"A total, ns","B total, ns"'), true, header);
  assert.equal(rows.filter((row) => row.startsWith(`${MATMUL},`)).length, 2, 'the function, and its record');
});

test('functions are found by the query language', async () => {
  const functions = window.webview().locator('.differences [aria-level="1"]');
  const all = await functions.count();
  const filter = window.webview().getByLabel('Filter the table', { exact: true });
  await filter.fill('fn:*matmul* delta:>1ms');
  await until('the matmul alone', async () => (await functions.count()) === 1);
  await says(functions.first(), /matmul/);
  await filter.fill('delta:>100s');
  await until(
    'why there is none',
    async () => (await wordsOf(window.webview().locator('.differences .empty'))) === 'No row matches the filter.',
  );
  await window.webview().getByLabel('Clear the filter').click();
  await until('all functions', async () => (await functions.count()) === all);
});

test('queue, commands, memory and counters of both stand beside each other, or it is said that they were not recorded', async () => {
  const view = window.webview();
  const rows = view.locator('.differences [role="row"][data-key]');
  const cells = async (words: string): Promise<readonly string[]> =>
    (await rows.filter({ hasText: words }).first().locator('[role="gridcell"]').allInnerTexts()).map((text) => text.trim());
  await view.getByRole('tab', { name: 'Functions' }).focus();
  await view.getByRole('tab', { name: 'Functions' }).press('ArrowRight');
  await until('the commands', async () => (await cells(MATMUL)).slice(1, 3).join() === '5,0');
  await view.getByRole('tab', { name: 'Queue' }).click();
  await until('operations', async () => (await cells('execute')).slice(3, 6).join() === '24,24,0');
  await view.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'Executions' }).click();
  await until('executions with times', async () => /^[+−]\d/.test((await cells('execute'))[5] ?? ''));
  await window.screenshot('compare-profiles-queue');
  await view.getByRole('tab', { name: 'Memory' }).click();
  await until('nothing of memory', async () =>
    (await wordsOf(view.locator('.compared-notes'))).startsWith('No memory events were recorded in either profile'),
  );
  await view.getByRole('tab', { name: 'Counters' }).click();
  await until('no counters', async () => (await wordsOf(view.locator('.compared-notes'))).startsWith('No counters were recorded'));
  await view.getByRole('tab', { name: 'Functions' }).click();
  await rows.first().waitFor();
});

test('it can be used in a narrow editor and in high contrast', async () => {
  await window.setTheme('Default High Contrast');
  await window.screenshot('compare-profiles-high-contrast');
  await window.setTheme('Default Dark Modern');
  await window.page.setViewportSize({ width: 960, height: 1000 });
  const width = await window
    .webview()
    .locator('body')
    .evaluate((body) => [body.clientWidth, body.scrollWidth] as const);
  assert.ok(width[1] <= width[0], `nothing lies beyond the right edge: ${width.join(', ')}`);
  await window.webview().locator('.pair canvas').scrollIntoViewIfNeeded();
  await window.screenshot('compare-profiles-narrow');
  await window.page.setViewportSize({ width: 1252, height: 900 });
});

test('both timelines open in their editors', async () => {
  await window.webview().getByRole('button', { name: 'Open Both Timelines' }).click();
  await until('both', () => window.shownTabs.length === 2);
  assert.deepEqual(window.shownTabs, ['vector.ireeprof', 'scalar.ireeprof'], 'one above the other');
  await window.closeEditor();
  await window.showTab('Compare: ');
  await window.webview().locator('.pair').waitFor();
});

test('it comes back when the window is loaded again', async () => {
  await window.reload();
  assert.equal(await headline(), 'No function is known to be faster or slower.');
});

test('a profile that cannot be read is said with its name', async () => {
  copyFileSync(path.join(fixtures, 'mm256.mlir'), path.join(window.folder, 'no-profile.ireeprof'));
  await window.runCommand('IREE Replay: Compare Profiles…');
  await choose('no-profile.ireeprof');
  await until('the question', () => window.answers.asked.some((title) => title.endsWith('to Compare with no-profile.ireeprof')));
  await choose('vector.ireeprof');
  await until('the failure', async () => (await headline()) === 'The profiles cannot be compared.');
  await says(window.webview().locator('.basis'), /no-profile\.ireeprof/);
  await window.screenshot('compare-profiles-unreadable');
});
