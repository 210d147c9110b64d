/** Takes the README's screenshot: `npm run test:e2e -- readme --vscode=1.139.1 --media` keeps it. */
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from './captureEditor';
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
  await editor.replayButton.click();
  await editor.verdict();
  await editor.search('op:dispatch fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.selected.waitFor();
  await workbench.page.locator('.notification-toast').waitFor({ state: 'hidden' });
  await workbench.screenshot('readme');
});
