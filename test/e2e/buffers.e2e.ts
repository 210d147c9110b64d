import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from './captureEditor';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
});
after(async () => {
  await workbench.dispose();
});

const words = async (editor: CaptureEditor): Promise<string> => ((await editor.panel.textContent()) ?? '').replaceAll(/\s+/g, ' ');

async function elements(editor: CaptureEditor): Promise<string[]> {
  const lines = await editor.view.locator('.elements .line').allTextContents();
  return lines.map((line) => line.trim().replaceAll(/\s+/g, ' '));
}

test('a dispatch is inspected: what its buffers held before it and hold after it', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await editor.row('queue_dispatch').click();
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await until('the elements', async () => (await elements(editor)).some((line) => line.endsWith('1 4 9 16')));
  assert.match(await words(editor), /binding 2 buffer 8 0 16 B/);
  await workbench.screenshot('buffers-small');
  await editor.view.getByRole('radio', { name: 'Before' }).click();
  await until('what was there before', async () => !(await elements(editor)).some((line) => line.endsWith('1 4 9 16')));
  await editor.view.getByRole('radio', { name: 'After' }).click();
});

test('elements are read as another type and shape, and a shape that does not fit is said', async () => {
  const editor = captureEditor(workbench);
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
  const editor = captureEditor(workbench);
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

test('a command of a command buffer is inspected where it is executed', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await until('figures', async () => /min.*max.*mean.*NaN.*infinite.*zero/.test(await words(editor)));
  assert.match(await words(editor), /binding 1 buffer 15 0 224 KiB 63\.5 KiB/);
  await until('a row of elements', async () => /\d\.\d+ -?\d\.\d/.test((await elements(editor))[1] ?? ''));
  await workbench.screenshot('buffers-block');
});
