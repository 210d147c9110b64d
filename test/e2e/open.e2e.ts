import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
