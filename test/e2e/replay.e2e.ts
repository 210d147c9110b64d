/**
 * Captures opened and replayed in a window. The first test takes the README's screenshot:
 * `npm run test:e2e -- replay --vscode=1.139.1 --media` keeps it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from './captureEditor';
import { chooseInContextMenu } from './contextMenu';
import { answerFileDialog } from './fileDialog';
import { has, says } from './said';
import { ENDLESS_LOOP, UNDEFINED_INSTRUCTION, withKernel } from './smallKernel';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'transformer.ireereplay');
});
after(async () => {
  await workbench.dispose();
});

async function opened(name: string): Promise<CaptureEditor> {
  await workbench.openFile(name);
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('eplayable on'));
  return editor;
}

test('the transformer block of the README opens in the capture editor, not as bytes, and replays, with its dispatch selected', async () => {
  await workbench.openFile('transformer.ireereplay');
  const editor = await shownCapture(workbench);
  assert.equal(await workbench.page.locator('.binary-container, .monaco-editor-pane-placeholder').count(), 0);
  assert.match(await editor.replayed(), /^Replayed on local-sync in .*s: \d+ operations, \d+ dispatches\.$/);
  // Where it is executed, with what it took, which one more replay notes. That one may rank the functions anew, below the pointer.
  await editor.view.locator('.thead [title*="once more"]').waitFor();
  await editor.view
    .getByRole('region', { name: 'Functions' })
    .getByRole('link', { name: /softmax/ })
    .click();
  await editor.headed('#46 command_buffer.dispatch');
  await says(editor.selected.filter({ hasText: 'softmax' }).locator('.c-time'), /\d/);
  await workbench.page.locator('.notification-toast').waitFor({ state: 'hidden' });
  await has(editor.view.locator('.run[data-state]'), 'data-state', 'done');
  // So that there is room for names.
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await says(editor.row('15_batch_matmul').locator('.c-time'), /\d/);
  await workbench.screenshot('readme');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
});

test("the context menu of a record is VS Code's own", async () => {
  const editor = captureEditor(workbench);
  await editor.selected.locator('.op').click({ button: 'right' });
  const menu = workbench.page.locator('.monaco-menu');
  await menu.waitFor();
  const items = (await menu.locator('.action-label').allTextContents()).filter((text) => text !== '');
  for (const item of ['Show Bytes', 'Replay Capture', 'Copy as CLI Command', 'Copy Record as JSON']) assert.ok(items.includes(item), item);
  await workbench.screenshot('capture-menu');
  await workbench.page.keyboard.press('Escape');
});

test('files are remapped in the file dialog, and then it replays', async () => {
  putCapture(workbench, 'file-digest.ireereplay', 'file-digest.ireereplay');
  putCapture(workbench, 'weights.bin', 'weights.bin');
  const editor = await opened('file-digest.ireereplay');
  await editor.replayButton.click();
  await until('the refusal', async () => (await editor.health()).startsWith('Not replayable on local-sync: 1 problem'));
  // What was tried by itself comes before it, and would be where the pointer is.
  await editor.view.locator('.pr .acts > *', { hasText: 'Use weights.bin' }).waitFor();
  await editor.view.locator('.pr .acts > *', { hasText: 'Remap Files…' }).click();
  await answerFileDialog(workbench, 'Folder to Use Instead of /mnt/capture/params', `${workbench.folder}/`, 'Use Folder');
  await until('the preflight', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
});

test('a kernel that never returns is cancelled, and VS Code goes on', async () => {
  putCapture(workbench, 'small.ireereplay', 'endless.ireereplay', withKernel(ENDLESS_LOOP));
  const editor = await opened('endless.ireereplay');
  const bar = editor.view.locator('.result');
  const said = await editor.replayed(async () => {
    await editor.replayButton.click();
    await says(bar, /Replaying on local-sync.*record.*mul/s);
    await bar.locator('vscode-button', { hasText: 'Cancel' }).click();
  });
  assert.equal(said, 'The replay was cancelled.');
});

test("a crash of captured code is named, and VS Code goes on: the explorer's menu opens another capture and replays it", async () => {
  putCapture(workbench, 'small.ireereplay', 'broken.ireereplay', withKernel(UNDEFINED_INSTRUCTION));
  putCapture(workbench, 'small.ireereplay', 'explorer.ireereplay');
  const editor = await opened('broken.ireereplay');
  assert.match(await editor.replayed(), /ended the engine process with SIGILL/);
  await workbench.screenshot('replay-crash');
  await workbench.runCommand('File: Focus on Files Explorer');
  const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'explorer.ireereplay' });
  await chooseInContextMenu(workbench, file, 'Replay Capture');
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'explorer.ireereplay' }).waitFor();
  await says(captureEditor(workbench).view.locator('.run[data-state] .sentence'), /^Replayed on local-sync/);
  await workbench.screenshot('replay-explorer');
});

test('the output channel says what was done and how long it took', () => {
  const said = workbench.outputChannel();
  assert.match(said, /explorer\.ireereplay: indexed 61 records of 24294 bytes in [\d.]+ ms/);
  assert.match(said, /explorer\.ireereplay: Replayed on local-sync in [\d.]+ ms/);
  assert.match(said, /broken\.ireereplay: .*SIGILL/);
});
