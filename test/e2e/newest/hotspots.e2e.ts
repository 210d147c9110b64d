/** Where samples lie: kernels that open into loops, lines and instructions, the same in their machine code and as a flame graph. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { axeFindings } from '../axeFindings';
import { putCapture } from '../captureEditor';
import { recordProfile, shownProfile, type ProfileEditor } from '../profileEditor';
import { startWorkbench, until, type Workbench } from '../workbench';
import { wordsOf } from '../wordsOf';

const ireereplay = path.resolve(__dirname, '..', '..', '..', 'bin', 'ireereplay');
let workbench: Workbench;
let editor: ProfileEditor;

before(async () => {
  workbench = await startWorkbench({ files: ['models/block/block.mlir'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  recordProfile(workbench, { fixture: 'models/block/block.sync.ireereplay', name: 'plain', device: 'local-sync' });
  putCapture(workbench, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
  const flags = ['--device=local-sync', '--sample', '--sample_seconds=3', '--device_profiling_output=block.ireeprof'];
  execFileSync(process.execPath, [ireereplay, 'run', ...flags, 'block.ireereplay'], { cwd: workbench.folder, stdio: 'pipe' });
  await workbench.openFile('block.ireeprof');
  editor = await shownProfile(workbench);
  await editor.lower('Hotspots');
  await editor.rows.first().waitFor();
  // Room for what is under the timeline.
  await editor.view.getByRole('separator', { name: 'Size of the tables' }).focus();
  for (let i = 0; i < 8; i++) await workbench.page.keyboard.press('ArrowUp');
});
after(async () => {
  await workbench.dispose();
});

const key = (name: string): Promise<void> => workbench.page.keyboard.press(name);
const marked = (): Promise<string> => wordsOf(editor.view.locator('#lower-grid .tr.sel [role="gridcell"]').first());
/** Opens the marked row, and goes to the first below it that is such a one. */
async function into(row: RegExp): Promise<void> {
  await key('ArrowRight');
  await editor.view.locator('#lower-grid .tr.sel[aria-expanded="true"]').waitFor();
  await key('ArrowRight');
  await to(row);
}
/** Goes down to the next such row. */
const to = (row: RegExp): Promise<unknown> =>
  until(String(row), async () => {
    const said = await marked();
    if (row.test(said)) return said;
    await key('ArrowDown');
    return undefined;
  });
const filter = (): ReturnType<ProfileEditor['view']['locator']> => editor.view.getByLabel('Filter the table');
const showAs = (name: string): Promise<void> =>
  editor.view.getByRole('group', { name: 'Samples shown as' }).getByRole('button', { name }).click();

test('the tab says how samples were taken and where they are', async () => {
  const said = await wordsOf(editor.view.locator('.lower-panel .note'));
  assert.match(
    said,
    /^[\d,]+ samples, 997 a second by (perf events|timers) over \d+ runs: [\d,]+ in kernels, .*elsewhere in the engine, (none|\d+) lost\./,
  );
});

test('by keyboard a kernel opens into its loops and lines, and a line into its instructions', async () => {
  const names = await editor.column('fn');
  const softmax = names.findIndex((name) => name.includes('softmax'));
  assert.ok(softmax >= 0, names.join('\n'));
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  for (let i = 0; i < softmax; i++) await key('ArrowDown');
  await until('the kernel', async () => (await marked()).includes('softmax'));
  // A kernel is shown on the timeline, too.
  await editor.headed(/^Dispatch, event \d+$/);
  await into(/^loop \d+(, inside loop \d+)? at block\.mlir:41/);
  await to(/^block\.mlir:41$/);
  await editor.view.getByRole('button', { name: 'Show Source' }).waitFor();
  await into(/^[\da-f]+ [a-z]\w+/);
  await editor.view.getByRole('button', { name: 'Show Disassembly' }).waitFor();
  const kinds = await editor.column('kind');
  assert.ok(
    ['kernel', 'loop', 'line'].every((kind) => kinds.includes(kind)) &&
      kinds.some((kind) => /^(load|store|arithmetic|shuffle|move)$/.test(kind)),
    kinds.join(),
  );
  await workbench.screenshot('hotspots-table-dark');
  assert.deepEqual(await axeFindings(workbench), []);
});

test('what could be chance says that it is of too few samples', async () => {
  await editor.view.locator('#lower-grid').focus();
  await key('End');
  await until('a row of too few', async () => {
    const [shares, samples] = [await editor.column('share'), await editor.column('samples')];
    const few = shares.flatMap((share, i) => (share === 'too few' ? [Number(samples[i])] : []));
    return few.length > 0 && few.every((count) => count < 10);
  });
});

test('rows are filtered by share and kind, and sorted', async () => {
  await filter().fill('share:>5% kind:kernel');
  await until('only kernels', async () => {
    const kinds = (await editor.column('kind')).filter((kind) => kind === 'kernel').length;
    return kinds > 0 && kinds < 8;
  });
  await filter().fill('');
  const samples = async (): Promise<readonly number[]> => (await editor.column('samples')).map((text) => Number(text.replaceAll(',', '')));
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
  await until('the fewest first', async () => {
    const [first = 0, second = 0] = await samples();
    return first > 0 && first <= second && first < 50;
  });
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
});

test('Enter on a loop leads to it in the machine code, with its share, its iteration and the edge back', async () => {
  await filter().fill('softmax');
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await to(/inside loop \d+ at /);
  const [loop = ''] = /^loop \d+(?:, inside loop \d+)?/.exec(await marked()) ?? [];
  const share = (await editor.view.locator('#lower-grid .tr.sel [role="gridcell"]').nth(1).innerText()).trim();
  await key('Enter');
  const code = editor.view.getByRole('listbox', { name: /^Instructions of .*softmax.*, with their samples$/ });
  const current = code.locator('.coderow.current');
  await until('the loop', async () =>
    (await code.locator('.loophead').allInnerTexts()).some((text) => text.includes(share) && text.includes(loop)),
  );
  assert.match((await code.locator('.loophead').allInnerTexts()).join('\n'), /An iteration reads|What an iteration does is not known/);
  // The loop begins at the row that the keyboard is at: a branch below leads back to it.
  const address = await current.locator('.address').innerText();
  assert.ok((await code.locator('.shares.hot').count()) > 0);
  assert.ok((await code.locator('.group', { hasText: 'float' }).count()) > 0);
  assert.ok((await code.locator('.bits', { hasText: /^(128|256|512|scalar)$/ }).count()) > 0);
  await code.focus();
  const edge = code.locator('.coderow', { hasText: `; repeats ${loop}` }).first();
  await until('the edge back', async () => {
    await key('PageDown');
    return (await edge.count()) > 0;
  });
  await edge.click();
  assert.equal(await current.locator('.group').innerText(), 'branch');
  await key('j');
  await until('the beginning of the loop', async () => (await current.locator('.address').innerText()) === address);
  await workbench.screenshot('hotspots-code-dark');
  assert.deepEqual(await axeFindings(workbench), []);
  await showAs('Table');
  await filter().fill('');
});

test('the flame graph has the kernels and what is in them, and is gone through by keys', async () => {
  await showAs('Graph');
  const graph = editor.view.getByRole('group', { name: 'Flame graph of samples' });
  const softmax = graph.getByRole('button', { name: /softmax.* [\d.]+ %: [\d,]+ samples$/ });
  await softmax.waitFor();
  const before = (await graph.getByRole('button').count()) > 4;
  assert.ok(before);
  assert.ok((await graph.getByRole('button', { name: /^function at 0x[\da-f]+ [\d.]+ %: / }).count()) > 0);
  await workbench.screenshot('hotspots-flame-dark');
  await graph.getByRole('button').first().focus();
  await key('ArrowRight');
  await key('ArrowLeft');
  await key('Enter');
  await graph.locator('[aria-pressed="true"]').waitFor();
  const box = await graph.locator('[aria-pressed="true"]').boundingBox();
  assert.ok(box !== null && box.width > 500);
  await key('Escape');
  await softmax.waitFor();
  await softmax.click();
  await graph.locator('[aria-pressed="true"]').waitFor();
  assert.deepEqual(await axeFindings(workbench), []);
  await softmax.click();
});

test('it can be read in other themes', async () => {
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'high-contrast'],
  ] as const) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`hotspots-flame-${name}`);
    await showAs('Table');
    await editor.rows.first().waitFor();
    await workbench.screenshot(`hotspots-table-${name}`);
    assert.deepEqual(await axeFindings(workbench), [], name);
    await showAs('Disassembly');
    await editor.view.locator('.hotspotcode .group').first().waitFor();
    await workbench.screenshot(`hotspots-code-${name}`);
    assert.deepEqual(await axeFindings(workbench), [], name);
    await showAs('Graph');
  }
  await workbench.setTheme('Default Dark Modern');
  await showAs('Table');
});

test('Enter on a line shows it in its source', async () => {
  await filter().fill('softmax');
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await to(/^block\.mlir:41$/);
  await key('Enter');
  await workbench.page.locator('.tab.active', { hasText: 'block.mlir' }).waitFor();
  await workbench.page.locator('.statusbar-item', { hasText: /Ln 41\b/ }).waitFor();
});

test('a profile without samples says how to get some', async () => {
  await workbench.openFile('plain.ireeprof');
  editor = await shownProfile(workbench);
  await editor.lower('Hotspots');
  await editor.view.getByText('This profile has no samples').waitFor();
});
