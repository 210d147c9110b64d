import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { counted } from '../e2e/counted';
import { readNpy } from '../../engine/comparing/npy';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { actUntil } from '../e2e/retried';
import { has } from '../e2e/said';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'] });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

const words = async (editor: CaptureEditor): Promise<string> => ((await editor.panel.textContent()) ?? '').replaceAll(/\s+/g, ' ');

async function elements(editor: CaptureEditor): Promise<string[]> {
  const lines = await editor.view.locator('.elements .line').allTextContents();
  return lines.map((line) => line.trim().replaceAll(/\s+/g, ' '));
}

/** Waits until what is said of the selected operation matches; a machine that is slow asks before it inspects another. */
async function inspected(editor: CaptureEditor, said: RegExp): Promise<void> {
  const button = editor.view.locator('vscode-button.inspect');
  await actUntil({
    wanted: String(said),
    doing: 'Inspect Buffers, where it is offered',
    act: async () => {
      if (await button.isVisible()) await button.click({ timeout: 1000 });
    },
    holds: async () => said.test(await words(editor)),
    instead: () => words(editor),
  });
}

/** Types a text into a field of what is read, and enters it. */
async function enter(editor: CaptureEditor, field: string, text: string): Promise<void> {
  const input = editor.view.getByLabel(field, { exact: true });
  await input.fill(text);
  await input.press('Enter');
}

/** What the search says, once it has ended. */
async function found(editor: CaptureEditor, query: string, key = 'Enter'): Promise<string> {
  const input = editor.view.getByRole('textbox', { name: 'Find elements' });
  const count = editor.view.locator('.finding .count');
  await count.evaluate((element) => element.setAttribute('data-earlier', element.textContent));
  if ((await input.inputValue()) !== query) await input.fill(query);
  await input.press(key);
  return until(`an answer to ${query}`, async () => {
    const said = (await count.textContent()) ?? '';
    return said !== '' && said !== 'Searching…' && said !== (await count.getAttribute('data-earlier')) ? said : undefined;
  });
}

test('a dispatch is inspected: what its buffers held before it and hold after it', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await editor.row('queue_dispatch').click();
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await until('the elements', async () => (await elements(editor)).some((line) => line.endsWith('1 4 9 16')));
  assert.match(await words(editor), /binding 2 writes not known not known this .* buffer 8 0 16 B/);
  await window.screenshot('buffers-small');
  await editor.view.getByRole('radio', { name: 'Before' }).click();
  await until('what was there before', async () => !(await elements(editor)).some((line) => line.endsWith('1 4 9 16')));
  await editor.view.getByRole('radio', { name: 'After' }).click();
});

test('elements are read as another type and shape, and a shape that does not fit is said', async () => {
  const editor = captureEditor(window);
  await editor.pick('Element type', 'ui8');
  await editor.view.getByLabel('Shape').fill('4x4');
  await editor.view.getByLabel('Shape').press('Enter');
  // 16.0 is 0x41800000.
  await until('the bytes', async () => (await elements(editor)).at(-1) === '[3, :] 0 0 128 65');
  await editor.view.getByLabel('Shape').fill('3x5');
  await editor.view.getByLabel('Shape').press('Enter');
  await until('the mistake', async () => (await words(editor)).includes('3x5 is 15 elements, the range has 16.'));
});

test('what is typed as a shape while elements are still read stays', async () => {
  const editor = captureEditor(window);
  const shape = editor.view.getByLabel('Shape');
  await shape.fill('4x4');
  await shape.press('Enter');
  await until('sixteen elements', async () => (await elements(editor)).at(-1)?.startsWith('[3, :]') === true);
  const dropdown = editor.view.getByLabel('Element type', { exact: true });
  // All at once: nothing can have been read before the text is there.
  await dropdown.evaluate((types) => {
    const input = document.querySelector<HTMLInputElement>('input.shape');
    if (input === null) throw new Error('there is no field for the shape');
    input.focus();
    Object.assign(types, { value: 'f32' }).dispatchEvent(new Event('change'));
    input.value = '1x4';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await until('the statistics of floats', async () => (await elements(editor)).some((line) => line.endsWith('1 4 9 16')));
  assert.equal(await shape.inputValue(), '1x4');
  await shape.dispatchEvent('change');
  await until('a row', async () => (await elements(editor)).at(-1) === '[0, :] 1 4 9 16');
});

test('a command of a command buffer is inspected where it is executed, its operands as tensors', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await until('figures', async () => /min.*max.*mean.*NaN.*infinite.*zero/.test(await words(editor)));
  await until('what changed to be counted', async () => /this #49 \S+ 16,384/.test(await words(editor)));
  const said = await words(editor);
  assert.match(said, /binding 0 reads f32 4x64x64 guess #43 …\S+ none seen - buffer 15 0x28000 64 KiB/);
  assert.match(said, /binding 1 writes f32 4x64x64 guess this #49 …\S+ 16,384 buffer 15 0x10000 64 KiB/);
  assert.equal(await editor.view.getByLabel('Shape', { exact: true }).inputValue(), '4x64x64');
  assert.equal(await editor.view.getByLabel('Strides', { exact: true }).inputValue(), '4096, 64, 1');
  await until('the first row', async () => (await elements(editor))[0]?.startsWith('[0, 0, :] 0.0') === true);
  await editor.view.locator('.picture canvas').waitFor();
  await window.screenshot('buffers-block');
});

test('elements are found by value and by what changed, forwards and back, by keyboard', async () => {
  const editor = captureEditor(window);
  assert.equal(await found(editor, 'changed'), '1 of 16,384 at [0, 0, 0]');
  assert.equal(await found(editor, 'changed', 'Shift+Enter'), '16,384 of 16,384 at [3, 63, 63]');
  await until('the last row', async () => (await elements(editor)).at(-1)?.startsWith('[3, 63, :]') === true);
  assert.equal(await found(editor, 'nan'), 'none');
  const above = await found(editor, '>0.03');
  assert.match(above, /^1 of [\d,]+ at \[\d, \d+, \d+\]$/);
  assert.match(await found(editor, '>0.03'), /^2 of /);
  await editor.view.locator('.line .found').waitFor();
  assert.match(await found(editor, 'about'), /A number such as/);
  await window.screenshot('buffers-found');
});

test('the picture is a table, too, whose cells lead to the elements', async () => {
  const editor = captureEditor(window);
  await editor.view.getByRole('button', { name: 'As Table' }).click();
  const table = editor.view.getByRole('table', { name: 'The largest elements of each part' });
  await table.waitFor();
  await counted(table.locator('tbody tr'), 16);
  await table.locator('tbody tr').last().locator('button').last().press('Enter');
  await until('its row', async () => (await elements(editor)).some((line) => line.startsWith('[3, 48, :]')));
  await window.screenshot('buffers-table');
  await editor.view.getByRole('button', { name: 'As Picture' }).click();
  await editor.view.locator('.picture canvas').waitFor();
});

test('exactly what is shown is exported, and compared with a file, another record and another operand', async () => {
  const editor = captureEditor(window);
  const exported = path.join(window.folder, 'probs.npy');
  await editor.view.getByRole('group', { name: 'Export' }).getByRole('button', { name: '.npy…' }).click();
  await window.answers.files('Export Elements', exported);
  const npy = await until('the file', () => {
    try {
      return Promise.resolve(readNpy(readFileSync(exported)));
    } catch {
      return Promise.resolve(undefined);
    }
  });
  assert.deepEqual([npy.type, npy.shape, npy.data.length], ['f32', [4, 64, 64], 65536]);
  const compare = editor.view.getByRole('group', { name: 'Compare' });
  await compare.getByRole('button', { name: '.npy…' }).click();
  await window.answers.files('Compare With', exported);
  await until('the comparison', async () => (await words(editor)).includes('probs.npy equal 0 of 16,384 0'));
  await compare.getByLabel('Record to compare with').fill('43');
  await compare.getByLabel('Record to compare with').press('Enter');
  await until('the other record', async () => (await words(editor)).includes('after #43 differs 16,384 of 16,384 16,384'));
  await compare.getByLabel('Compare with another operand').selectOption({ index: 1 });
  await until('the other operand', async () => (await words(editor)).includes('binding 0 at 163840 differs'));
  await window.screenshot('buffers-compared');
});

test('any part of a range is read, at strides, and a mistake is said at its field', async () => {
  const editor = captureEditor(window);
  const last = (await elements(editor))[0];
  await enter(editor, 'Shape', '64x64');
  await until('the mistake', async () => (await words(editor)).includes('64x64 is 4096 elements, the range has 16384.'));
  await has(editor.view.getByLabel('Shape', { exact: true }), 'aria-invalid', 'true');
  // Every head's row 0: the transposed of what is there.
  await enter(editor, 'Strides', '1, 64');
  await until('columns', async () => (await elements(editor))[0]?.startsWith('[0, :]') === true);
  assert.notEqual((await elements(editor))[0], last);
  await enter(editor, 'Offset', '64 KiB');
  await enter(editor, 'Strides', '');
  await enter(editor, 'Length', '0x1000');
  await enter(editor, 'Shape', '4x256');
  await until('four rows', async () => (await elements(editor)).at(-1)?.startsWith('[3, :]') === true);
  await enter(editor, 'Length', '1 GiB');
  await until('what does not fit', async () => /The range ends \d+ bytes behind the offset/.test(await words(editor)));
  await enter(editor, 'Length', '');
});

test('links lead to who wrote and who reads, and back', async () => {
  const editor = captureEditor(window);
  await editor.view.getByRole('table', { name: 'Operands' }).getByRole('link', { name: '#43' }).click();
  await editor.headed('#43 command_buffer.dispatch');
  await inspected(editor, /writes f32 4x64x64 guess this #46 .* buffer 15 0x28000 64 KiB/);
  await window.screenshot('buffers-product');
  await editor.view.getByRole('button', { name: 'Back (Alt+Left)' }).click();
  await editor.headed('#46 command_buffer.dispatch');
  await inspected(editor, /binding 0 reads f32 4x64x64 guess #43 /);
});

for (const [width, height, theme] of [
  [952, 600, 'Default Light Modern'],
  [272, 800, 'Default High Contrast'],
] as const) {
  test(`nothing is wider than a page of ${String(width)} pixels`, async () => {
    const editor = captureEditor(window);
    await window.setTheme(theme);
    await window.page.setViewportSize({ width, height });
    await until('figures', async () => /min.*max.*mean/.test(await words(editor)));
    await editor.view.locator('.picture canvas').waitFor();
    const wide = await editor.panel.evaluate((panel) =>
      [...panel.querySelectorAll<HTMLElement>('.tensor > .sec')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className}: ${String(one.scrollWidth)} of ${String(one.clientWidth)}`),
    );
    assert.deepEqual(wide, []);
    await window.screenshot(`buffers-${String(width)}`);
  });
}
