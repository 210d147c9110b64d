import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { press, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { counted } from '../e2e/counted';
import { has, says } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;
let editor: CaptureEditor;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  await window.openFile('block.ireereplay');
  editor = await shownCapture(window);
});
after(async () => {
  await window.dispose();
});

test('the health line says first whether the capture can be replayed here, then what it is', async () => {
  await until('the preflight', async () => (await editor.health()).includes('Replayable on local-sync'));
  const health = await editor.health();
  assert.match(health, /^Replayable on local-sync replay 2\.0 99 records 1 failed when recorded/);
  for (const words of ['scopes init execute deinit', '1 device', '1 executable embedded-elf-x86_64', 'indexed in'])
    assert.ok(health.includes(words), words);
});

test('a search counts and marks matches, and Enter opens what hides them', async () => {
  assert.equal(await editor.search('op:dispatch fn:*matmul*'), '8 found');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/#31 command_buffer\.dispatch/);
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/#35 command_buffer\.dispatch/);
  assert.equal(await editor.view.locator('.search .cnt').textContent(), '2 of 8');
  assert.equal(await editor.selected.locator('mark').last().textContent(), 'matmul');
  await counted(editor.view.locator('.ink .key'), 2);
  await window.screenshot('capture-search');
});

test('the filter leaves the matches and what leads to them', async () => {
  await editor.view.getByLabel('Show matches only').click();
  await until('filtered rows', async () => (await editor.view.locator('.list .tr').count()) < 25);
  const rows = await editor.view.locator('.list .tr').allTextContents();
  assert.ok(
    rows.every((row) => /matmul|create_command_buffer|queue_execute|scope/.test(row)),
    rows.join('\n'),
  );
  await window.screenshot('capture-filter');
  await editor.view.getByLabel('Show matches only').click();
  await editor.view.getByLabel('Clear the query').click();
});

test('a mistake in the query is named where it stands', async () => {
  await editor.view.getByLabel('Search records').fill('bytes:>lots');
  await editor.view.locator('.mistake').waitFor();
  await says(editor.view.locator('.mistake'), /bytes/);
  await editor.view.getByLabel('Search records').fill('');
  await editor.view.locator('.mistake').waitFor({ state: 'detached' });
});

test('links lead to the record that made an object, and back', async () => {
  await editor.view.locator('.details a.a', { hasText: 'executable 4' }).first().click();
  await editor.headed(/#11 executable_cache\.prepare_executable/);
  await editor.view.getByLabel('Back (Alt+Left)').click();
  await editor.headed(/#35 command_buffer\.dispatch/);
  await editor.view.getByRole('treegrid').focus();
  await window.page.keyboard.press('Alt+ArrowRight');
  await editor.headed(/#11 executable_cache\.prepare_executable/);
});

test('the keyboard reaches every row, opens and closes them, and moves between parts', async () => {
  await press(editor, 'Home');
  await editor.headed(/#0 session/);
  await press(editor, 'ArrowDown');
  await editor.headed(/#1 replay\.scope_begin/);
  await press(editor, 'ArrowLeft');
  await until('a closed scope', async () => (await editor.selected.getAttribute('aria-expanded')) === 'false');
  await press(editor, 'ArrowRight');
  await until('an open scope', async () => (await editor.selected.getAttribute('aria-expanded')) === 'true');
  await press(editor, 'End');
  await editor.headed(/#98 /);
  await press(editor, '/');
  assert.equal(await editor.view.getByLabel('Search records').evaluate((input) => input === input.ownerDocument.activeElement), true);
  await window.page.keyboard.press('Escape');
  await press(editor, 'Enter');
  assert.equal(await editor.panel.evaluate((panel) => panel === panel.ownerDocument.activeElement), true);
});

test('the tree says its size to assistive technology, not that of the rows drawn', async () => {
  const grid = editor.view.getByRole('treegrid');
  await press(editor, 'Home');
  await editor.headed(/#0 session/);
  assert.ok(Number(await grid.getAttribute('aria-rowcount')) > 40);
  await has(grid, 'aria-activedescendant', 'row-0');
  assert.equal(await editor.selected.getAttribute('id'), 'row-0');
});

test('bytes are shown with the fields they belong to', async () => {
  await window.runCommand('IREE Replay: Go to Record…');
  await window.answers.enter('Go to Record', '35');
  await editor.headed(/#35 command_buffer\.dispatch/);
  await editor.view.getByRole('button', { name: 'workgroup_count', exact: true }).click();
  await editor.tab('Hex').click();
  await until(
    'the bytes of the field',
    async () => (await editor.panel.locator('i.on').allTextContents()).join('') === '100000000100000001000000',
  );
  await says(editor.panel.locator('.readings'), /workgroup_count .*u32 16/s);
  await window.screenshot('capture-hex');
});

test('a record is also shown as iree-dump-replay prints it', async () => {
  await editor.tab('JSON').click();
  const json = JSON.parse((await editor.panel.locator('pre').textContent()) ?? '') as { sequence_ordinal: number; operation: string };
  assert.deepEqual([json.sequence_ordinal, json.operation], [35, 'command_buffer.dispatch']);
  await editor.tab('Record').click();
});

test('records are shown by object, and flat in file order', async () => {
  await editor.view.getByRole('radio', { name: 'Objects' }).click();
  await editor.row(/^\s*command_buffer\s*$/).waitFor();
  // The selected command is shown below the command buffer that it was recorded into.
  await editor.selected.filter({ hasText: 'dispatch_2_batch_matmul' }).waitFor();
  await window.screenshot('capture-objects');
  await editor.view.getByRole('radio', { name: 'Flat' }).click();
  await until('all records', async () => (await editor.view.getByRole('treegrid').getAttribute('aria-rowcount')) === '100');
  await editor.view.getByRole('radio', { name: 'Tree' }).click();
  await editor.headed(/#35 command_buffer\.dispatch/);
  await editor.selected.filter({ hasText: 'dispatch_2_batch_matmul' }).waitFor();
});

test('the words of the health line open what they speak of', async () => {
  await editor.view.locator('[data-list=executables]').click();
  await editor.view.locator('.popup a', { hasText: 'dispatch_9_softmax' }).click();
  await until('the query', async () =>
    (await editor.view.getByLabel('Search records').inputValue()).startsWith('op:*dispatch fn:block$async_dispatch_9_softmax'),
  );
  await until('the count', async () => (await editor.view.locator('.cnt').textContent()) === '1 found');
  await editor.view.getByLabel('Clear the query').click();
});

test('below 1,100 pixels the details stand under the list', async () => {
  await window.page.setViewportSize({ width: 900, height: 800 });
  const [list, details] = [editor.view.getByRole('treegrid'), editor.view.locator('.details')];
  await until('details below', async () => {
    const [above, below] = [await list.boundingBox(), await details.boundingBox()];
    return above !== null && below !== null && below.y >= above.y + above.height;
  });
  await window.screenshot('capture-narrow');
});
