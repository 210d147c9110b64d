/** A workspace that is not trusted, until it is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isEngine } from './processes';
import { shownCapture } from './captureEditor';
import { has } from './said';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ trusted: false, settings: { 'workbench.editor.useModal': 'off' } });
});
after(async () => {
  await workbench.dispose();
});

const engines = (): number => workbench.processes().filter(isEngine).length;

test('a capture is read in restricted mode and not replayed, until the workspace is trusted by the button', async () => {
  await workbench.openFile('small.ireereplay');
  let editor = await shownCapture(workbench);
  await until('the reason', async () => (await editor.health()).startsWith('Restricted Mode: viewing only'));
  await has(editor.replayButton, 'disabled', '');
  const item = workbench.page.locator('.monaco-menu .action-item', { hasText: 'Replay Capture' });
  await workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'small.ireereplay' }).click({ button: 'right' });
  await item.waitFor();
  assert.match((await item.getAttribute('class')) ?? '', /disabled/);
  await workbench.page.keyboard.press('Escape');
  await workbench.screenshot('restricted');
  assert.equal(engines(), 0);
  await editor.view.locator('vscode-button', { hasText: 'Manage Workspace Trust' }).click();
  const trust = workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first();
  await trust.click();
  await workbench.openFile('small.ireereplay');
  editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
});
