/** From a capture whose results changed to the dispatch that changed them, as a capture of its own. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { writeWithChangedConstant } from '../../changedConstant';
import { putCapture, shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { runOf, type MeasuredRunView } from '../measuredRun';
import { picturesInBothThemes } from '../pictures';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const kernels = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256', 'kernels');

let workbench: Workbench;
let run: MeasuredRunView;

const place = (name: string): string => path.join(workbench.folder, name);

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'before.ireereplay');
  writeWithChangedConstant(place('before.ireereplay'), place('after.ireereplay'));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

test('against another capture, the first dispatch with other results is named', async () => {
  await workbench.openFile('after.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Against Another Capture…' }).click();
    await answerFileDialog(workbench, 'Capture to Compare With', place('before.ireereplay'), 'Compare');
  });
  await run.ends(/^Results differ in 1 of 1 buffer\.$/);
  const block = run.view.locator('.divergence');
  await says(block, /First divergence/);
  await says(block, /The first operation with other results is \S*batch_matmul_1x64x512x128_f32 .*what it finds agrees/);
  await until('what it left', async () => (await run.view.locator('[data-table=left] tbody tr').count()) > 0);
  assert.ok((await run.view.locator('[data-table=found] tbody tr').count()) > 0);
  await picturesInBothThemes(workbench, 'divergence');
});

test('a series of builds of its kernel is asked for from there', async () => {
  mkdirSync(place('builds'));
  for (const name of ['tile', 'wrong']) copyFileSync(path.join(kernels, `${name}.so`), path.join(place('builds'), `${name}.so`));
  await run.view.locator('vscode-button', { hasText: 'Bisect…' }).click();
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Builds of a Kernel…' }).click();
  await answerFileDialog(workbench, 'Folder of the Builds', `${place('builds')}/`, 'Use Folder');
  const question = workbench.page.locator('.quick-input-widget:visible');
  await says(question.locator('.quick-input-title'), /Series of 2: tile\.so Is Good, wrong\.so Is Bad/);
  await question.getByRole('button', { name: 'OK' }).click();
  const answer = question.locator('.monaco-list-row', { hasText: 'End of the Replay' });
  const bisected = await runOf(workbench, () => answer.click());
  // Kernels of another model do not fit, whichever.
  await bisected.ends(/tile\.so/);
  await says(bisected.view.locator('pre.cli'), /ireereplay bisect .*--build=\S*tile\.so .*--kernel=\d+/);
  await workbench.page.locator('.tab', { hasText: 'Verify: against before.ireereplay' }).click();
});

test('it is extracted from there, with its inputs', async () => {
  await run.view.locator('vscode-button', { hasText: 'Extract Dispatch…' }).click();
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'for a bug report' }).click();
  await answerFileDialog(workbench, 'Extract', place('gelu.ireereplay'), 'OK');
  await until('the piece', () => existsSync(place('gelu.ireereplay')));
  const toast = workbench.page.locator('.notification-toast', { hasText: 'gelu.ireereplay' });
  await toast.getByRole('button', { name: 'Open' }).click();
  const editor = await shownCapture(workbench);
  await until('the preflight of the piece', async () => (await editor.health()).includes('Replayable on'));
});
