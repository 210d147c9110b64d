/** A source that no program here builds: what was tried, and buttons that mend it. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { clangInstallCommand } from '../../../engine/kernels/installCommand';
import { findProgram } from '../../../engine/programs/program';
import { shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { runOf, type MeasuredRunView } from '../measuredRun';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');

let workbench: Workbench;
let run: MeasuredRunView;
before(async () => {
  workbench = await startWorkbench({
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.compilers.clang': '/no/such/clang' },
  });
  copyFileSync(path.join(fixtures, 'kernels/elementwise.c'), path.join(workbench.folder, 'elementwise.c'));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

test('a page says what was tried, each with its finding', async () => {
  run = await runOf(workbench, async () => {
    await workbench.openFile('small.ireereplay');
    const editor = await shownCapture(workbench);
    await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable 4', path.join(workbench.folder, 'elementwise.c'), 'Substitute');
  });
  await run.ends(/^elementwise\.c was not built: there is no compiler for it here\.$/);
  const row = run.view.getByRole('table', { name: 'What was tried' }).locator('tbody tr');
  await says(row, /\/no\/such\/clang\s*is not a program/);
  await workbench.screenshot('building-missing');
});

test('what installs a compiler on this system is copied, and nothing is installed', async () => {
  const command = clangInstallCommand(readFileSync('/etc/os-release', 'utf8'));
  const button = run.view.locator('vscode-button', { hasText: 'Copy Install Command' });
  assert.equal(await button.count(), command === undefined ? 0 : 1);
  if (command === undefined) return;
  await workbench.clearClipboard();
  await button.click();
  await until('the command', async () => (await workbench.clipboard()) === command);
});

test('a program that is picked builds it, and the run is started again', async () => {
  const clang = findProgram('clang');
  assert.ok(clang !== undefined);
  const again = await runOf(workbench, async () => {
    await run.view.locator('vscode-button', { hasText: 'Pick a Program…' }).click();
    await answerFileDialog(workbench, 'Program That Builds elementwise.c', clang, 'Use Program');
  });
  await again.ends(/^Results agree\. elementwise\.c/);
});

test('the setting that names one is opened', async () => {
  const page = workbench.page.locator('.tabs-container .tab', { hasText: 'elementwise.c for executable 4' }).first();
  await page.click();
  await run.view.locator('vscode-button', { hasText: 'Open Setting' }).click();
  await workbench.page.locator('.settings-editor').first().waitFor();
  await workbench.screenshot('building-setting');
});
