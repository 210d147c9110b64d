/** Takes the README's screenshot: `npm run test:e2e -- readme --vscode=1.139.1 --media` keeps it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from './captureEditor';
import { has } from './said';
import { startWorkbench, type Workbench } from './workbench';

let workbench: Workbench;
before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await workbench.page.setViewportSize({ width: 1440, height: 900 });
});
after(async () => {
  await workbench.dispose();
});

test('the transformer block of the README replays, with its dispatch selected', async () => {
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'transformer.ireereplay');
  await workbench.openFile('transformer.ireereplay');
  const editor = await shownCapture(workbench);
  assert.match(await editor.replayed(), /^Replayed on local-sync in .*s: \d+ operations, \d+ dispatches\.$/);
  assert.equal(await editor.search('op:dispatch fn:*softmax*'), '1 found');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.selected.filter({ hasText: 'softmax' }).waitFor();
  await workbench.page.locator('.notification-toast').waitFor({ state: 'hidden' });
  await has(editor.view.locator('.run[data-state]'), 'data-state', 'done');
  await workbench.screenshot('readme');
});
