/** Several runs of the Runs view that are selected and removed at once: they go, the others stay, also when the window is loaded again. */
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { counted } from '../counted';
import { shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { measuredRun, runOf } from '../measuredRun';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench();
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const runs = (): Locator => workbench.page.locator('.pane-body .monaco-list-row', { hasText: /results agree.*Verify run to run/ });

test('all runs that are selected are removed at once, and stay removed', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  const first = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  });
  await first.ends(/^Results agree/);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  for (const more of [2, 3, 4]) {
    await runs().first().hover();
    await runs().first().getByRole('button', { name: 'Run Again' }).click();
    await until('one run more', async () => (await runs().count()) === more);
  }
  // The tab of the latest has the keyboard: a page that came later would close the menu.
  await measuredRun(workbench).ends(/^Results agree/);
  const selected = workbench.page.locator('.pane-body .monaco-list-row.selected');
  await runs().first().click();
  await runs()
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await runs()
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await until('three that are selected', async () => (await selected.count()) === 3);
  await chooseInContextMenu(workbench, runs().nth(1), 'Remove Run');
  await until('the run that was not selected', async () => (await runs().count()) === 1);
  await workbench.reload();
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs().first().waitFor();
  await counted(runs(), 1);
});
