/**
 * What a window says to who has no capture yet, and the walkthrough, from a folder without captures to the source of a kernel.
 * `npm run test:e2e -- walkthrough --vscode=1.139.1 --media` keeps the pictures of its steps, and those of two guides.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture } from './captureEditor';
import { measuredRun } from './measuredRun';
import { says } from './said';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      // Folders of tests are nothing to look at.
      'breadcrumbs.enabled': false,
      'editor.minimap.enabled': false,
      'ireeReplay.inlineTimes.placement': 'lens',
    },
  });
});
after(async () => {
  await workbench.dispose();
});

const page = (): Locator => workbench.page.locator('.gettingStartedContainer');
const step = (title: string): Locator => page().locator('button.getting-started-step', { hasText: title });

/** Opens a step of the walkthrough, and presses its button: what that opens stands beside it. */
async function press(title: string, button: string): Promise<void> {
  await until(`the button of ${title}`, async () => {
    if (!(await page().getByRole('button', { name: button }).isVisible())) {
      await step(title).click({ timeout: 3000 });
      // A step takes the keyboard when it has opened, which a hand on a mouse does not notice.
      await workbench.page.waitForTimeout(500);
    }
    await page().getByRole('button', { name: button }).click({ timeout: 3000 });
    return true;
  });
}

/** The step is marked as done. */
async function isDone(title: string): Promise<void> {
  await step(title).locator('.codicon-getting-started-step-checked').first().waitFor();
}

/** Keeps a picture of what stands beside the walkthrough. */
async function picture(name: string): Promise<void> {
  await workbench.page.mouse.move(5, 5);
  await workbench.screenshot(`walkthrough-${name}`, workbench.page.locator('.editor-group-container.active'));
}

const welcome = (): Locator => workbench.page.locator('.pane .welcome-view-content').first();

test('a folder without captures is told so, and what to do', async () => {
  await workbench.runCommand('IREE Replay: Focus on Captures View');
  await welcome().getByText('This folder has no captures').waitFor();
  await welcome().getByText('how to record').waitFor();
  for (const name of ['Follow the Walkthrough', 'Record Capture…']) await welcome().getByRole('button', { name }).waitFor();
  await workbench.screenshot('first-run-welcome');
});

test('that leads to the walkthrough', async () => {
  await welcome().getByRole('button', { name: 'Follow the Walkthrough' }).click();
  await step('Open a capture').waitFor();
  for (const title of ['Replay it', 'Try another kernel', 'See where the time goes', 'Look at the source', 'Record a model of yours'])
    await step(title).waitFor();
  await workbench.screenshot('first-run-walkthrough');
  await workbench.page.setViewportSize({ width: 1160, height: 720 });
  await workbench.screenshot('guide-install');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.page.setViewportSize({ width: 1960, height: 760 });
});

test('the example opens, and can be replayed here', async () => {
  await press('Open a capture', 'Open Example');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on local-sync'));
  await picture('open');
  await isDone('Open a capture');
});

test('it is replayed', async () => {
  await press('Replay it', 'Replay Example');
  const editor = await shownCapture(workbench);
  await says(editor.view.locator('.run[data-state=done] .sentence'), /^Replayed on local-sync in .*: \d+ operations, 1 dispatch\.$/);
  await picture('replay');
  await isDone('Replay it');
});

test('a slower kernel in its place is called slower', async () => {
  await press('Try another kernel', 'Substitute a Slower Kernel');
  await workbench.page.locator('.tab.active', { hasText: 'slower.so' }).waitFor();
  await measuredRun(workbench).ends(/^Results agree\. slower\.so: [\d.]+x slower/);
  await picture('substitute');
  await isDone('Try another kernel');
});

test('a profile of it opens', async () => {
  await press('See where the time goes', 'Profile Example');
  await workbench.page.locator('.tab.active[data-resource-name$=".ireeprof"]').waitFor();
  await workbench.webview().getByText('Complete: 0 dropped, 0 truncated').waitFor();
  await picture('profile');
  await isDone('See where the time goes');
});

test('its kernel leads to its source', async () => {
  await press('Look at the source', 'Show Source');
  await workbench.page.locator('.tab.active[data-resource-name="mm256.mlir"]').waitFor();
  await workbench.page.locator('.monaco-editor .view-line', { hasText: '@matmul' }).first().waitFor();
  // What is offered for it stands above it.
  await workbench.page.locator('.codelens-decoration a', { hasText: 'Benchmark' }).first().waitFor();
  await picture('source');
  await isDone('Look at the source');
  await workbench.screenshot('first-run-walkthrough-done');
  // All but the one for a model of the user's own.
  assert.equal(await page().locator('.codicon-getting-started-step-unchecked').count(), 1);
});

test('Open Example opens a capture that can be replayed at once', async () => {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  await workbench.runCommand('IREE Replay: Focus on Captures View');
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

test('and stands there with what came of it, beside its editor', async () => {
  await workbench.page.setViewportSize({ width: 1200, height: 800 });
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  assert.match(await editor.replayed(), /^Replayed on local-sync in .*: \d+ operations, \d+ dispatches\.$/);
  await says(workbench.page.locator('.pane .monaco-list-row', { hasText: 'small' }), /replayable, replayed in [\d.]+ .s/);
  await workbench.page.locator('.notification-toast').waitFor({ state: 'hidden' });
  await workbench.screenshot('guide-in-the-editor');
});
