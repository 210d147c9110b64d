/** What one sees of a network that one has not seen before, and where one gets from there. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { counted } from '../e2e/counted';
import { press, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { says } from '../e2e/said';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

let window: PagesWindow;
let editor: CaptureEditor;

const SHARED = 'squeezenet_old$async_dispatch_';

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'] });
  putCapture(window, 'models/squeezenet/squeezenet-light.task.ireereplay.gz', 'squeezenet.ireereplay', gunzipSync);
  putCapture(window, 'models/shufflenet/shufflenet-light.task.ireereplay.gz', 'shufflenet.ireereplay', gunzipSync);
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  await window.openFile('squeezenet.ireereplay');
  editor = await shownCapture(window);
});
after(async () => {
  await window.dispose();
});

const section = (name: string) => editor.view.getByRole('region', { name, exact: true });
const functions = () => section('Functions').locator('tbody tr');

test('a capture opens at its work, with nothing selected and what is in it beside', async () => {
  await editor.headed('Overview');
  await section('Functions').waitFor();
  const grid = editor.view.getByRole('treegrid');
  await until('the work to be where the keyboard starts', async () =>
    /scope\s*execute/.test((await grid.locator('.tr.cursor').textContent()) ?? ''),
  );
  assert.equal(await editor.selected.count(), 0);
  await editor.row('conv_64x111x111x3x3x3_f32').waitFor();
  await window.screenshot('overview');
});

test('before a replay functions are ranked by their workgroups, and their numbers are those of the dump', async () => {
  const text = async (): Promise<string> => ((await functions().first().textContent()) ?? '').replaceAll(/\s+/g, ' ');
  assert.match(await text(), /dispatch_\d+_\S+ 1 .* 520 .* 19\.8 %/);
  await says(section('Functions').locator('tfoot'), /29 functions\s*39\s*2,623/);
  await counted(functions(), 16);
  await section('Functions').getByRole('button', { name: 'Show All 29' }).click();
  await until('all functions', async () => (await functions().count()) === 29);
  await section('Functions').getByRole('button', { name: 'Show the First 16' }).click();
});

test('after a replay functions are ranked by the time that their kernels took, and each has the link that it had', async () => {
  const links = await functions().locator('a').elementHandles();
  const namesOf = () => Promise.all(links.map((link) => link.getAttribute('aria-label')));
  const before = await namesOf();
  assert.match(await editor.replayed(), /^Replayed on local-sync in /);
  await section('Functions').filter({ hasText: 'by share of the last run, on local-sync' }).waitFor();
  // The last run is the one more that notes what each record takes: it may rank them anew.
  await editor.view.locator('.thead [title*="once more"]').waitFor();
  assert.deepEqual(await namesOf(), before);
  const shares = (await functions().locator('.share b').allTextContents()).map((text) => Number.parseFloat(text.replace('<', '')));
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => b - a),
  );
  const first = (await functions().first().locator('td.name').getAttribute('title')) ?? '';
  await section('Functions').getByRole('columnheader', { name: 'Mean' }).waitFor();
  await window.screenshot('overview-replayed');
  // A row of that function has the colour of the first rank.
  await editor.search(`fn:${first}`);
  await press(editor, ']');
  assert.match((await editor.selected.filter({ hasText: first }).locator('.sw').getAttribute('style')) ?? '', /--fn-blue/);
  await editor.view.getByLabel('Clear the query').click();
  await press(editor, 'Escape');
});

test('inputs, outputs, memory, executables and needs are said and lead to their records', async () => {
  const text = async (name: string): Promise<string> => ((await section(name).textContent()) ?? '').replaceAll(/\s+/g, ' ');
  assert.match(await text('Model'), /squeezenet_old .*guessed/);
  assert.match(await text('Model'), /input\s*buffer 6\s*588 KiB\s*written\s*#136/);
  assert.match(await text('Model'), /output\s*buffer 14.*read\s*#161/);
  assert.match(await text('Executables'), /executable 4\s*48\.3 KiB\s*29\s*39\s*#11/);
  assert.match(await text('Memory'), /4\.3 MiB at once/);
  assert.match(await text('Needs'), /Files\s*none/);
  await section('Model').locator('a', { hasText: 'buffer 6' }).click();
  await editor.headed('#133 allocator.allocate_buffer');
});

test('back leads to the overview, and Escape too', async () => {
  await press(editor, 'Alt+ArrowLeft');
  await editor.headed('Overview');
  await press(editor, 'Alt+ArrowRight');
  await editor.headed('#133 allocator.allocate_buffer');
  await press(editor, 'Escape');
  await editor.headed('Overview');
});

test('a function leads to its first launch, with its bindings resolved', async () => {
  await functions().first().locator('a').click();
  const dispatch = await editor.headed(/^#\d+ command_buffer\.dispatch$/);
  await editor.panel.locator('h4', { hasText: 'Bindings' }).filter({ hasText: 'as bound by #149' }).waitFor();
  await window.screenshot('overview-dispatch');
  const writer = editor.panel
    .locator('.sec', { hasText: 'Bindings' })
    .locator('td a', { hasText: /^#\d+$/ })
    .first();
  const before = (await writer.textContent()) ?? '';
  await writer.click();
  await editor.headed(new RegExp(`^${before} `));
  await press(editor, 'Alt+ArrowLeft');
  await editor.headed(dispatch);
});

test('names drop what all share, keep what was found in view, and are whole on hover and in copies', async () => {
  await editor.search('fn:*reduction_64x3025*');
  await press(editor, ']');
  const cell = editor.selected.locator('.fn');
  await cell.locator('mark', { hasText: 'reduction_64x3025' }).waitFor();
  const name = (await cell.getAttribute('title')) ?? '';
  assert.ok(name.startsWith(SHARED), name);
  assert.equal(((await cell.textContent()) ?? '').trim(), name);
  // What all share takes no room, and what was found lies inside of the cell.
  assert.equal(await cell.locator('.shared').evaluate((shared) => shared.getBoundingClientRect().width), 0);
  const [around, found] = [await cell.boundingBox(), await cell.locator('mark').boundingBox()];
  assert.ok(around !== null && found !== null && found.x >= around.x && found.x + found.width <= around.x + around.width);
  await editor.view.locator('.thead em', { hasText: SHARED }).waitFor();
  await window.screenshot('overview-names');
  await editor.view.getByLabel('Clear the query').click();
});

test('housekeeping records in a row are one row that opens, and a search reaches them', async () => {
  await editor.search('record:19');
  await press(editor, ']');
  await editor.headed('#19 executable.lookup_function_by_name');
  await press(editor, 'ArrowLeft');
  await editor.headed('#16–#128 lookup_function_by_name');
  assert.match(((await editor.selected.textContent()) ?? '').replaceAll(/\s+/g, ' '), /16–128 ?29 × ?lookup_function_by_name executable 4/);
  await until('its records', async () => (await editor.panel.locator('tbody tr').count()) === 29);
  await window.screenshot('overview-run');
  await press(editor, 'ArrowLeft');
  await until('a closed row', async () => (await editor.selected.getAttribute('aria-expanded')) === 'false');
  await editor.search('record:125');
  await press(editor, ']');
  await editor.headed('#125 executable.lookup_function_by_name');
  await editor.view.getByLabel('Clear the query').click();
});

test('fields that say nothing are folded until all are asked for, and that is kept', async () => {
  const field = editor.panel.locator('dt', { hasText: 'thread_id' });
  await editor.panel
    .getByRole('button', { name: /Show All/ })
    .first()
    .waitFor();
  assert.equal(await field.count(), 0);
  await editor.panel
    .getByRole('button', { name: /Show All/ })
    .first()
    .click();
  await field.waitFor();
  await press(editor, 'ArrowUp');
  await editor.headed('#122 executable.lookup_function_by_name');
  await field.waitFor();
  await editor.panel.getByRole('button', { name: 'Show Less' }).first().click();
  await field.waitFor({ state: 'detached' });
});

test('an executable names the dispatches of command buffers that call it', async () => {
  await editor.panel.locator('a', { hasText: 'executable 4' }).first().click();
  await editor.headed('#11 executable_cache.prepare_executable');
  await editor.panel.locator('.sec', { hasText: 'Dispatches' }).locator('a', { hasText: '#17' }).first().click();
  await editor.headed('#17 command_buffer.dispatch');
});

for (const [name, theme] of [
  ['light', 'Default Light Modern'],
  ['high-contrast', 'Default High Contrast'],
] as const) {
  test(`another network is as readable in the ${name} theme`, async () => {
    await window.setTheme(theme);
    await window.openFile('shufflenet.ireereplay');
    editor = await shownCapture(window);
    await section('Functions').waitFor();
    await window.screenshot(`overview-${name}`);
    await window.closeEditor();
  });
}

for (const [width, height] of [
  [1552, 900],
  [952, 600],
  [272, 600],
] as const) {
  test(`the overview fits into a page of ${String(width)} pixels`, async () => {
    await window.setTheme('Default Dark Modern');
    await window.page.setViewportSize({ width, height });
    await window.openFile('shufflenet.ireereplay');
    editor = await shownCapture(window);
    const panel = editor.view.locator('.panel.overview');
    await until('nothing wider than its panel', () =>
      panel.evaluate(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth),
    );
    await window.screenshot(`overview-${String(width)}`);
    await window.closeEditor();
    await window.page.setViewportSize({ width: 1600, height: 1000 });
  });
}

test('a command that is executed more than once shows the execution that is chosen, and keeps the choice', async () => {
  await window.setTheme('Default Dark Modern');
  await window.openFile('small.ireereplay');
  editor = await shownCapture(window);
  await editor.search('record:47');
  await press(editor, ']');
  await editor.headed('#47 command_buffer.dispatch');
  const choice = editor.view.getByRole('group', { name: 'Execution' });
  await choice.filter({ hasText: 'none is chosen' }).waitFor();
  await editor.panel.locator('td', { hasText: 'bound when executed' }).first().waitFor();
  await choice.getByLabel('Which execution, from 1').fill('2');
  await choice.getByLabel('Which execution, from 1').press('Enter');
  await choice.locator('a', { hasText: '#50' }).waitFor();
  await editor.panel.locator('td', { hasText: 'bound when executed' }).first().waitFor({ state: 'detached' });
  await window.screenshot('overview-executions');
  await press(editor, 'ArrowUp');
  await editor.headed('#46 command_buffer.begin');
  await choice.locator('a', { hasText: '#50' }).waitFor();
});
