/** From a model in MLIR, on a machine without IREE, to a verdict on a substituted kernel: installed by the button, recorded, replayed. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { runOf } from '../measuredRun';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

/** What loads some hundred megabytes may take so long. */
const INSTALLED_MS = 480_000;
const FLAGS = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['models/mm256/mm256.mlir', 'models/mm256/kernels/scalar.so'],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.record.compileFlags': FLAGS, 'ireeReplay.benchmark.seconds': 2 },
  });
});
after(async () => {
  await workbench.dispose();
});

const place = (name: string): string => path.join(workbench.folder, name);
const line = (text: string) => workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: text });

test('where IREE is missing, a button says what it runs and installs it', async () => {
  const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'mm256.mlir' });
  const item = workbench.page.locator('.monaco-menu .action-item', { hasText: 'Record Capture…' });
  await until('the menu', async () => {
    await workbench.page.keyboard.press('Escape');
    await file.click({ button: 'right', timeout: 3000 });
    await item.waitFor({ timeout: 3000 });
    // Earlier clicks are ignored.
    await workbench.page.waitForTimeout(300);
    await item.click({ timeout: 3000 });
    return true;
  });
  const toast = workbench.page.locator('.notification-toast', { hasText: 'was not found' });
  await says(toast, /IREE's iree-dump-module was not found/);
  await workbench.screenshot('install-missing');
  await toast.getByRole('button', { name: 'Install…' }).click();
  const dialog = workbench.page.locator('.monaco-dialog-box');
  await says(dialog, /python3 -m venv \S+\.venv.*pip install iree-base-compiler iree-base-runtime/s);
  await workbench.screenshot('install-asks');
  assert.ok(!existsSync(place('.venv')), 'nothing runs before that is agreed to');
  await dialog.getByRole('button', { name: 'Install', exact: true }).click();
  await line('Save as').waitFor({ timeout: INSTALLED_MS });
  assert.ok(existsSync(place('.venv/bin/iree-compile')));
  await workbench.screenshot('installed');
});

test('the model is compiled and recorded by Enter, and its capture opens', async () => {
  await workbench.page.keyboard.press('Enter');
  await workbench.page.locator('.tab', { hasText: 'mm256.ireereplay' }).waitFor({ timeout: 120_000 });
  const editor = await shownCapture(workbench);
  await until('its health', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  await workbench.screenshot('install-recorded');
});

test('another kernel in the place of its own gets its verdict', async () => {
  const editor = await shownCapture(workbench);
  await editor.search('op:*prepare_executable');
  await editor.view.getByLabel('Search records').press('Enter');
  const run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable', place('scalar.so'), 'Substitute');
  });
  await run.ends(/slower/);
  await workbench.screenshot('install-verdict');
});
