/** Two profiles side by side: what is told, what is not, and the ways there. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { answerFileDialog } from '../fileDialog';
import { picturesInBothThemes } from '../pictures';
import { startWorkbench, until, type Workbench } from '../workbench';
import { says } from '../said';
import { wordsOf } from '../wordsOf';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256');
const MATMUL = 'matmul_dispatch_0_matmul_256x256x256_f32';

let workbench: Workbench;

before(async () => {
  const profiles = ['1', '2', '3', '4', 'vector', 'scalar', 'disturbed'];
  workbench = await startWorkbench({
    files: profiles.map((name) => `profiles/compared/${name}.ireeprof`),
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const headline = (): Promise<string> =>
  until('the comparison', async () => {
    const ended = workbench.webview().locator('.verdict[data-state]');
    return (await ended.count()) > 0 && wordsOf(ended.locator('h1'));
  });

/** Chooses an item of the list that is open. */
async function choose(words: string): Promise<void> {
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: words }).first().click();
}

test('two profiles are chosen from the palette, and nothing is told without a known noise', async () => {
  await workbench.runCommand('IREE Replay: Compare Profiles…');
  await choose('scalar.ireeprof');
  await workbench.page.locator('.quick-input-title', { hasText: 'Compare scalar.ireeprof with A' }).waitFor();
  await choose('vector.ireeprof');
  assert.equal(await headline(), 'No function is known to be faster or slower.');
  const row = workbench.webview().locator('.differences [role="row"][data-key]', { hasText: 'matmul' }).first();
  await says(row, /not known yet/);
});

test('with five runs of the code before, the kernel that was made slow is the headline', async () => {
  await workbench.webview().locator('.pickers vscode-button', { hasText: 'Add Earlier Runs' }).click();
  for (const name of ['1', '2', '3', '4']) {
    await answerFileDialog(workbench, 'Profiles to Compare With', path.join(workbench.folder, `${name}.ireeprof`), 'Compare');
    await until('the run before', async () =>
      (await wordsOf(workbench.webview().locator('.pickers vscode-button'))).startsWith(`${name} Earlier Runs`),
    );
    if (name !== '4') await workbench.webview().locator('.pickers vscode-button', { hasText: 'Earlier Runs' }).click();
  }
  assert.match(await headline(), new RegExp(`^${MATMUL}: [\\d.]+x slower \\[`));
  assert.equal(await workbench.webview().locator('.waterfall .slower').first().getAttribute('data-name'), MATMUL);
  await workbench.webview().locator('.two-sided').waitFor();
  await picturesInBothThemes(workbench, 'compare-profiles');
});

/** The colour at parts of the width and the height of both timelines. */
const colourAt = (x: number, y: number): Promise<string> =>
  workbench
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
  const pair = workbench.webview().locator('.pair');
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
  const canvas = workbench.webview().locator('.pair canvas');
  const said = (): Promise<string> => wordsOf(workbench.webview().locator('.announcer'));
  await canvas.focus();
  await canvas.press('ArrowRight');
  await until('a dispatch of A', async () => (await said()).startsWith(`A, ${MATMUL}, `));
  assert.match(await said(), /at 0(\.0+)? ns from the first dispatch, record 17, in B [\d.]+ ms$/);
  await canvas.press('ArrowDown');
  await until('the same of B', async () => (await said()).startsWith(`B, ${MATMUL}, `));
  await canvas.press('ArrowRight');
  await until('the end of the run', async () => (await said()) === 'There is nothing further.');
  await canvas.press('[');
  await until('the run before', async () => (await wordsOf(workbench.webview().locator('.pair h2'))).startsWith('Run 11 of 12'));
  // In the middle of the scale there is nothing of A, and after its run there are others that are not shown.
  await until('what is in it', async () => (await wordsOf(workbench.webview().locator('.pair .ends'))) !== '');
  await canvas.press('ArrowRight');
  await until('a dispatch of A', async () => (await said()).startsWith(`A, ${MATMUL}, `));
});

test('the timelines are a table, too', async () => {
  const pair = workbench.webview().locator('.pair');
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
  const table = workbench.webview().locator('.differences');
  await table.locator('[aria-level="1"]').first().click();
  await table.press('ArrowRight');
  const records = table.locator('[aria-level="2"]');
  await until('the record', async () => (await records.count()) === 1);
  await table.press('ArrowDown');
  const beside = workbench.webview().locator('.distribution h2').first();
  await until('the record beside', async () => (await wordsOf(beside)).endsWith('#17'));
  // Each link leads to the record's slices, or to the record.
  const links = workbench.webview().locator('.links a');
  await until('links to the record', async () => (await links.count()) === 4);
  assert.deepEqual(await links.allInnerTexts(), [
    'vector.ireeprof, slices of #17',
    'record #17 in its capture',
    'scalar.ireeprof, slices of #17',
    'record #17 in its capture',
  ]);
  const median = workbench.webview().locator('.changed tbody tr').first();
  await says(median, /^median, ms\s+0\.81\d+\s+12\.\d+\s+\+12\.\d+$/);
  await workbench.webview().locator('.distribution').getByRole('button', { name: 'As Table' }).click();
  await until('the distribution as a table', async () => (await workbench.webview().locator('.bins tbody tr').count()) > 1);
  await workbench.webview().locator('.distribution').getByRole('button', { name: 'As Figure' }).click();
});

test('nothing is told of a run that other work disturbed', async () => {
  await workbench.webview().getByLabel('Profile B').click();
  await workbench.webview().getByLabel('Profile B').locator('vscode-option', { hasText: 'disturbed.ireeprof' }).click();
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
  await until('why', async () =>
    (await wordsOf(workbench.webview().locator('.distribution').first())).includes('Other work took processors'),
  );
  await workbench.webview().getByLabel('Profile B').click();
  await workbench.webview().getByLabel('Profile B').locator('vscode-option', { hasText: 'scalar.ireeprof' }).click();
  await until('the verdict', async () => (await headline()).startsWith(MATMUL));
});

test('A and B change places, and faster becomes slower', async () => {
  await workbench.webview().getByTitle('Swap A and B').click();
  // Of what is B now there were no earlier runs.
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
  await workbench.webview().getByTitle('Swap A and B').click();
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
});

test('only differences are left when that is asked for: where nothing is told, none', async () => {
  const functions = workbench.webview().locator('.differences [aria-level="1"]');
  const all = await functions.count();
  assert.ok(all > 1);
  await workbench.webview().getByLabel('Only differences').check();
  await until('no function', async () => (await functions.count()) === 0);
  await workbench.webview().getByLabel('Only differences').uncheck();
  await until('all functions', async () => (await functions.count()) === all);
});

test('the numbers are exported whole', async () => {
  await workbench.webview().locator('.export vscode-button', { hasText: 'CSV' }).click();
  const file = path.join(workbench.folder, 'compared.csv');
  await answerFileDialog(workbench, 'Export', file, 'OK');
  await until('the file', () => existsSync(file));
  const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  assert.equal(header?.startsWith('Function,Record,"A total, ns","B total, ns"'), true, header);
  assert.equal(rows.filter((row) => row.startsWith(`${MATMUL},`)).length, 2, 'the function, and its record');
});

test('functions are found by the query language', async () => {
  const functions = workbench.webview().locator('.differences [aria-level="1"]');
  const all = await functions.count();
  const filter = workbench.webview().getByLabel('Filter the table', { exact: true });
  await filter.fill('fn:*matmul* delta:>1ms');
  await until('the matmul alone', async () => (await functions.count()) === 1);
  await says(functions.first(), /matmul/);
  await filter.fill('delta:>100s');
  await until(
    'why there is none',
    async () => (await wordsOf(workbench.webview().locator('.differences .empty'))) === 'No row matches the filter.',
  );
  await workbench.webview().getByLabel('Clear the filter').click();
  await until('all functions', async () => (await functions.count()) === all);
});

test('queue, commands, memory and counters of both stand beside each other, or it is said that they were not recorded', async () => {
  const view = workbench.webview();
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
  await workbench.screenshot('compare-profiles-queue');
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
  await workbench.setTheme('Default High Contrast');
  await workbench.screenshot('compare-profiles-high-contrast');
  await workbench.setTheme('Default Dark Modern');
  await workbench.page.setViewportSize({ width: 960, height: 1000 });
  const width = await workbench
    .webview()
    .locator('body')
    .evaluate((body) => [body.clientWidth, body.scrollWidth] as const);
  assert.ok(width[1] <= width[0], `nothing lies beyond the right edge: ${width.join(', ')}`);
  await workbench.webview().locator('.pair canvas').scrollIntoViewIfNeeded();
  await workbench.screenshot('compare-profiles-narrow');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});

test('both timelines open in their editors', async () => {
  await workbench.webview().getByRole('button', { name: 'Open Both Timelines' }).click();
  const tab = (name: string) => workbench.page.locator('.tabs-container .tab', { hasText: name });
  await tab('vector.ireeprof').waitFor();
  await tab('scalar.ireeprof').waitFor();
  assert.equal(await workbench.page.locator('.editor-group-container').count(), 2, 'one above the other');
  await workbench.runCommand('View: Close All Editors in Group');
  await tab('Compare: ').click();
  await workbench.webview().locator('.pair').waitFor();
});

test('it comes back when the window is loaded again', async () => {
  await workbench.reload();
  assert.equal(await headline(), 'No function is known to be faster or slower.');
});

test('a profile that cannot be read is said with its name', async () => {
  copyFileSync(path.join(fixtures, 'mm256.mlir'), path.join(workbench.folder, 'no-profile.ireeprof'));
  await workbench.runCommand('IREE Replay: Compare Profiles…');
  await choose('no-profile.ireeprof');
  await workbench.page.locator('.quick-input-title', { hasText: 'Compare no-profile.ireeprof with A' }).waitFor();
  await choose('vector.ireeprof');
  await until('the failure', async () => (await headline()) === 'The profiles cannot be compared.');
  await says(workbench.webview().locator('.basis'), /no-profile\.ireeprof/);
  await workbench.screenshot('compare-profiles-unreadable');
});
