/** What a window says to who has no capture yet. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture } from '../captureEditor';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
});
after(async () => {
  await workbench.dispose();
});

const welcome = (): Locator => workbench.page.locator('.pane .welcome-view-content').first();

test('a folder without captures is told so, and what to do', async () => {
  await workbench.runCommand('IREE Replay: Focus on Captures View');
  await welcome().getByText('This folder has no captures').waitFor();
  await welcome().getByText('how to record').waitFor();
  for (const name of ['Follow the Walkthrough', 'Record Capture…']) await welcome().getByRole('button', { name }).waitFor();
  await workbench.screenshot('first-run-welcome');
});

test('Open Example opens a capture that can be replayed at once', async () => {
  await welcome().getByRole('button', { name: 'Open Example' }).click();
  await workbench.page.locator('.tab.active[data-resource-name="matmul.ireereplay"]').waitFor();
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  assert.match(await editor.replayed(), /^Replayed on local-sync in .*: \d+ operations, 1 dispatch\.$/);
});

test('once there is a capture it takes the place of the advice', async () => {
  putCapture(workbench, 'small.ireereplay', 'small.ireereplay');
  await workbench.page.locator('.pane .monaco-list-row', { hasText: 'small' }).waitFor();
  await welcome().getByText('This folder has no captures').waitFor({ state: 'hidden' });
});
