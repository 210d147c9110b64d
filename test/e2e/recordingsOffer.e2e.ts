/** A workspace that has nothing but kernels that LLVM recorded wakes the extension, which offers to open them. */
import { after, before, test } from 'node:test';
import { says } from './said';
import { startWorkbench, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['neighbours/llvm/made-second'],
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
});
after(async () => {
  await workbench.dispose();
});

test('recordings of a workspace are offered when it is opened, and open by the button', async () => {
  const toast = workbench.page.locator('.notification-toast', { hasText: 'made-second contains kernels that LLVM recorded.' });
  await toast.getByRole('button', { name: "Don't Show Again" }).waitFor();
  await workbench.screenshot('recordings-offer');
  await toast.getByRole('button', { name: 'Open Recordings' }).click();
  await workbench.page.locator('.tab', { hasText: 'Recordings: made-second' }).waitFor();
  await says(workbench.webview().locator('.health'), /2 kernels/);
});
