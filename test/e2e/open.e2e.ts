import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shownCapture } from './captureEditor';
import { startWorkbench, type Workbench } from './workbench';

let workbench: Workbench;
before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay'] });
});
after(async () => {
  await workbench.dispose();
});

test('a capture opens in the capture editor, not as bytes', async () => {
  await workbench.openFile('small.ireereplay');
  await workbench.webview().locator('body').waitFor();
  assert.equal(await workbench.page.locator('.binary-container, .monaco-editor-pane-placeholder').count(), 0);
  await workbench.screenshot('open');
});

test("the context menu of a record is VS Code's own", async () => {
  const editor = await shownCapture(workbench);
  await editor.row('dispatch').locator('.op').click({ button: 'right' });
  const menu = workbench.page.locator('.monaco-menu');
  await menu.waitFor();
  const items = (await menu.locator('.action-label').allTextContents()).filter((text) => text !== '');
  for (const item of ['Show Bytes', 'Replay Capture', 'Copy as CLI Command', 'Copy Record as JSON']) assert.ok(items.includes(item), item);
  await workbench.screenshot('capture-menu');
  await workbench.page.keyboard.press('Escape');
});
