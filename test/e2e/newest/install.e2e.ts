/**
 * From the walkthrough, with a model in MLIR on a machine without IREE, to a verdict on a substituted kernel: installed by the button, recorded,
 * replayed. How long a user waits for all of it is printed.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { runOf } from '../measuredRun';
import { actUntil } from '../retried';
import { says } from '../said';
import { withoutTerminals } from '../terminals';
import { startWorkbench, until, type Workbench } from '../workbench';

/** What is waited for the installation, which depends on the network. */
const INSTALLATION_MS = 600_000;
const FLAGS = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

describe('from the walkthrough to a verdict', { skip: withoutTerminals() }, () => {
  let workbench: Workbench;
  let began = 0;
  let installing = 0;

  before(async () => {
    workbench = await startWorkbench({
      files: ['models/mm256/mm256.mlir', 'models/mm256/kernels/scalar.so'],
      settings: {
        'workbench.colorTheme': 'Default Dark Modern',
        'ireeReplay.record.compileFlags': FLAGS,
        'ireeReplay.benchmark.seconds': 2,
      },
    });
  });
  after(async () => {
    await workbench.dispose();
  });

  const place = (name: string): string => path.join(workbench.folder, name);
  const line = (text: string) => workbench.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: text });

  test('the walkthrough leads to recording a model', async () => {
    began = Date.now();
    await workbench.runCommand('IREE Replay: Focus on Captures View');
    await workbench.page.locator('.pane .welcome-view-content').getByRole('button', { name: 'Follow the Walkthrough' }).click();
    const page = workbench.page.locator('.gettingStartedContainer');
    const button = page.getByRole('button', { name: 'Record Capture…' });
    await actUntil({
      wanted: 'the button of the step',
      doing: 'a click on the step',
      act: () => page.locator('button.getting-started-step', { hasText: 'Record a model of yours' }).click({ timeout: 3000 }),
      holds: () => button.isVisible(),
      instead: () => page.innerText({ timeout: 1000 }),
    });
    await workbench.screenshot('install-walkthrough');
    await button.click();
    await answerFileDialog(workbench, 'Record Capture', place('mm256.mlir'), 'Record');
  });

  test('where IREE is missing, a button says what it runs and installs it', async () => {
    const toast = workbench.page.locator('.notification-toast', { hasText: 'was not found' });
    await says(toast, /IREE's iree-dump-module was not found/);
    await workbench.screenshot('install-missing');
    await toast.getByRole('button', { name: 'Install…' }).click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await says(dialog, /python3 -m venv \S+\.venv.*pip install iree-base-compiler iree-base-runtime/s);
    await workbench.screenshot('install-asks');
    assert.ok(!existsSync(place('.venv')), 'nothing runs before that is agreed to');
    const before = Date.now();
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await line('Save as').waitFor({ timeout: INSTALLATION_MS });
    installing = Date.now() - before;
    assert.ok(existsSync(place('.venv/bin/iree-compile')));
    await workbench.screenshot('installed');
  });

  test('the model is compiled and recorded by Enter, and its capture opens', async () => {
    await workbench.page.locator('.quick-input-widget:visible input').first().press('Enter');
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
      await answerFileDialog(workbench, 'File to Use Instead of Executable', place('scalar.so'), 'Substitute');
    });
    await run.ends(/slower/);
    const all = Date.now() - began;
    await workbench.screenshot('install-verdict');
    console.log(`From the walkthrough to the verdict: ${String(all)} ms, ${String(installing)} of them to install.`);
  });
});
