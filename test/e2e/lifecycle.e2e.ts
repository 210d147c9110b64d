/** A run that goes on when the window is loaded again, which ends the process of the extension host, and runs without a folder. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { isEngine } from './processes';
import { putCapture, shownCapture } from './captureEditor';
import { answerFileDialog } from './fileDialog';
import { measuredRun, runOf } from './measuredRun';
import { ENDLESS_LOOP, withKernel } from './smallKernel';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['small.ireereplay', 'kernels/elementwise_mul.so'],
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  putCapture(workbench, 'small.ireereplay', 'endless.ireereplay', withKernel(ENDLESS_LOOP));
});
after(async () => {
  await workbench.dispose();
});

/** Engine processes of this workbench. */
const engines = (): number => workbench.processes().filter(isEngine).length;

/** Runs of the Runs view. */
const runs = (words: string | RegExp): Locator => workbench.page.locator('.pane-body .monaco-list-row', { hasText: words });

async function noCrash(): Promise<void> {
  assert.doesNotMatch(workbench.outputChannel(), /ended the engine process|crashed/);
  assert.equal(await workbench.page.locator('.notification-toast', { hasText: 'ended the engine process' }).count(), 0);
}

async function closeAll(): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
}

test('a run that goes on when the window is loaded again is kept as interrupted, and its tab comes back', async () => {
  await workbench.openFile('endless.ireereplay');
  const editor = await shownCapture(workbench);
  const run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File to Use Instead of Executable 4', `${workbench.folder}/elementwise_mul.so`, 'Substitute');
  });
  await run.view.locator('.verdict[data-state=running]').waitFor();
  await until('its engine', () => engines() === 1);
  await workbench.reload();
  await until('its engine to be gone', () => engines() === 0);
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'Substitute: ' }).waitFor();
  await measuredRun(workbench).ends(/^Interrupted/);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/^\s*interrupted.*Substitute /).waitFor();
  await noCrash();
  await workbench.screenshot('interrupted-substitute');
});

test('without a folder runs are kept, too', async () => {
  await workbench.reload('Workspaces: Close Workspace');
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  assert.equal(await runs('.ireereplay').count(), 0, 'runs of the folder');
  const run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run-to-Run' }).click();
  });
  await run.ends(/^Results agree/);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/results agree.*Verify run to run/).waitFor();
  await closeAll();
  await workbench.reload();
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/results agree.*Verify run to run/).click();
  await measuredRun(workbench).ends(/^Results agree/);
});
