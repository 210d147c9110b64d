/** Two profiles side by side: what is told, what is not, and the ways there. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { answerFileDialog } from '../fileDialog';
import { picturesInBothThemes } from '../pictures';
import { startWorkbench, until, type Workbench } from '../workbench';
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
  const row = workbench.webview().locator('.differences tbody tr', { hasText: 'matmul' }).first();
  assert.match(await wordsOf(row), /not known yet/);
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

test('a function opens into its records, whose times are shown when they are chosen', async () => {
  const table = workbench.webview().locator('.differences');
  await table.locator('button.twistie').first().click();
  const records = table.locator('tr[aria-level="2"]');
  await until('the record', async () => (await records.count()) === 1);
  await records.first().click();
  await until('the record beside', async () => /#\d+/.test(await wordsOf(workbench.webview().locator('.distribution h2'))));
});

test('nothing is told of a run that other work disturbed', async () => {
  await workbench.webview().getByLabel('Profile B').click();
  await workbench.webview().getByLabel('Profile B').locator('vscode-option', { hasText: 'disturbed.ireeprof' }).click();
  await until('nothing told', async () => (await headline()) === 'No function is known to be faster or slower.');
  await until('why', async () => (await wordsOf(workbench.webview().locator('.distribution'))).includes('Other work took processors'));
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
  const functions = workbench.webview().locator('.differences tr[aria-level="1"]');
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
  assert.match(await wordsOf(workbench.webview().locator('.basis')), /no-profile\.ireeprof/);
  await workbench.screenshot('compare-profiles-unreadable');
});
