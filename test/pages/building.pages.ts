/** A source that no program here builds: what was tried, and buttons that mend it. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { clangInstallCommand } from '../../engine/kernels/installCommand';
import { findProgram } from '../../engine/programs/program';
import { shownCapture } from '../e2e/captureEditor';
import { runOf, type MeasuredRunView } from '../e2e/measuredRun';
import { says } from '../e2e/said';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

let window: PagesWindow;
let run: MeasuredRunView;
before(async () => {
  window = await openWindow({
    settings: { 'ireeReplay.compilers.clang': '/no/such/clang', 'ireeReplay.substitute.seconds': 0.05 },
  });
  copyFileSync(path.join(fixtures, 'kernels/elementwise.c'), path.join(window.folder, 'elementwise.c'));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

test('a page says what was tried, each with its finding', async () => {
  run = await runOf(window, async () => {
    await window.openFile('small.ireereplay');
    const editor = await shownCapture(window);
    await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', path.join(window.folder, 'elementwise.c'));
  });
  await run.ends(/^elementwise\.c was not built: there is no compiler for it here\.$/);
  const row = run.view.getByRole('table', { name: 'What was tried' }).locator('tbody tr');
  await says(row, /\/no\/such\/clang\s*is not a program/);
  await window.screenshot('building-missing');
});

test('what installs a compiler on this system is copied, and nothing is installed', async () => {
  const command = clangInstallCommand(readFileSync('/etc/os-release', 'utf8'));
  const button = run.view.locator('vscode-button', { hasText: 'Copy Install Command' });
  assert.equal(await button.count(), command === undefined ? 0 : 1);
  if (command === undefined) return;
  await window.clearClipboard();
  await button.click();
  await until('the command', async () => (await window.clipboard()) === command);
});

test('the setting that names one is opened', async () => {
  await run.view.locator('vscode-button', { hasText: 'Open Setting' }).click();
  const asked = 'workbench.action.openSettings ["@id:ireeReplay.compilers.clang"]';
  await until('the setting', () => window.asked.includes(asked));
});

test('a program that is picked builds it, and the run is started again', async () => {
  const clang = findProgram('clang');
  assert.ok(clang !== undefined);
  const again = await runOf(window, async () => {
    await run.view.locator('vscode-button', { hasText: 'Pick a Program…' }).click();
    await window.answers.files('Program That Builds elementwise.c', clang);
  });
  await again.ends(/^Results agree\. elementwise\.c/);
});
