/** From a capture whose results changed to the dispatch that changed them, as a capture of its own. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { writeWithChangedConstant } from '../changedConstant';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { runOf, type MeasuredRunView } from '../e2e/measuredRun';
import { guidePicture, picturesInBothThemes } from './pictures';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

const kernels = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256', 'kernels');

let window: PagesWindow;
let run: MeasuredRunView;

const place = (name: string): string => path.join(window.folder, name);

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'before.ireereplay');
  writeWithChangedConstant(place('before.ireereplay'), place('after.ireereplay'));
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

test('against another capture, the first dispatch with other results is named', async () => {
  await window.openFile('after.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose(/^Verify/, 'Against Another Capture…');
    await window.answers.files('Capture to Compare With', place('before.ireereplay'));
  });
  await run.ends(/^Results differ in 1 of 1 buffer\.$/);
  const block = run.view.locator('.divergence');
  await says(block, /First divergence/);
  await says(block, /The first operation with other results is \S*batch_matmul_1x64x512x128_f32 .*what it finds agrees/);
  await until('what it left', async () => (await run.view.locator('[data-table=left] tbody tr').count()) > 0);
  assert.ok((await run.view.locator('[data-table=found] tbody tr').count()) > 0);
  await picturesInBothThemes(window, 'divergence');
  await guidePicture(window, 'verify', { width: 1000, height: 560, above: run.view.getByText(/^Where buffer/) });
});

test('a series of builds of its kernel is asked for from there', async () => {
  mkdirSync(place('builds'));
  for (const name of ['tile', 'wrong']) copyFileSync(path.join(kernels, `${name}.so`), path.join(place('builds'), `${name}.so`));
  await run.view.locator('vscode-button', { hasText: 'Bisect…' }).click();
  await window.answers.choose('What Do You Want to Bisect?', 'Builds of a Kernel…');
  await window.answers.files('Folder with the Builds', place('builds'));
  await window.answers.accept('Series of 2: tile.so Is Good, wrong.so Is Bad');
  const bisected = await runOf(window, () => window.answers.choose('What Changes Across the Series', 'End of the Replay'));
  // Kernels of another model do not fit, whichever.
  await bisected.ends(/tile\.so/);
  await says(bisected.view.locator('pre.cli'), /ireereplay bisect .*--build=\S*tile\.so .*--kernel=\d+/);
  await window.showTab('Verify: against before.ireereplay');
});

test('it is extracted from there, with its inputs', async () => {
  await run.view.locator('vscode-button', { hasText: 'Extract Dispatch…' }).click();
  await window.answers.choose('Extract Dispatch', /for a bug report/);
  await window.answers.files('Extract', place('gelu.ireereplay'));
  await until('the piece', () => existsSync(place('gelu.ireereplay')));
  await window.answers.message(/gelu\.ireereplay/, 'Open');
  await window.tab('gelu.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight of the piece', async () => (await editor.health()).includes('Replayable on'));
});
