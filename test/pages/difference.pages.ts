/** Two captures side by side: what differs, as records and as functions, and from there to what they compute. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { writeWithChangedConstant } from '../changedConstant';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun } from '../e2e/measuredRun';
import { guidePicture, picturesInBothThemes } from './pictures';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;

const place = (name: string): string => path.join(window.folder, name);

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'before.ireereplay');
  writeWithChangedConstant(place('before.ireereplay'), place('after.ireereplay'));
  putCapture(window, 'small.ireereplay', 'small.ireereplay');
  putCapture(window, 'queue-mixed-1k.ireereplay', 'mixed.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

async function compared(a: string, b: string): Promise<void> {
  await window.openFile(b);
  await shownCapture(window);
  await window.runCommand('IREE Replay: Compare Captures…');
  await window.answers.files('Choose the Earlier Capture (A) to Compare', place(a));
  const title = `Diff: ${path.basename(a, '.ireereplay')}, ${path.basename(b, '.ireereplay')}`;
  await window.tab(title);
}

test('with one constant changed, that executable and that function alone are named', async () => {
  await compared('before.ireereplay', 'after.ireereplay');
  const view = window.webview();
  await says(view.locator('.verdict h1'), /^The captures differ: 1 of 1 executable that both have; 1 changed, 98 same\.$/);
  const functions = view.locator('.lower [aria-level="2"]');
  await says(functions.first(), /batch_matmul_1x64x512x128_f32\s*differs: constants/);
  await until('the others', async () => (await functions.count()) > 3);
  for (const other of (await functions.all()).slice(1)) await says(other, /same/);
  await says(view.locator('.records [aria-level="1"]').first(), /11 same/);
  await says(view.locator('.chosen'), /executable_cache\.prepare_executable.*data/s);
  await picturesInBothThemes(window, 'difference');
  await guidePicture(window, 'share', { width: 1200, height: 560, before: view.locator('.side') });
});

test('objects by kind, and the bytes that differ, are behind tabs of their own', async () => {
  const view = window.webview();
  const rows = view.locator('.lower [role="row"][data-key]');
  await view.getByRole('tab', { name: 'Functions' }).focus();
  await view.getByRole('tab', { name: 'Functions' }).press('ArrowRight');
  await says(rows.first(), /^\s*executable\s*1 changed\s*1\s*1\s*[\d,]+\s*0\s*$/);
  await says(rows.nth(1), /executable \d+\s*≠ changed/);
  await picturesInBothThemes(window, 'difference-objects');
  await view.getByRole('tab', { name: 'Bytes' }).click();
  await until('the byte', async () => (await rows.count()) === 1);
  await says(rows.first(), /^\s*#11\s*#11\s*data\s*[\d,]+ – [\d,]+(\s*[0-9a-f]{2} ){7}/);
  await rows.first().click();
  await picturesInBothThemes(window, 'difference-bytes');
  await view.locator('#lower-grid').press('Enter');
  await shownCapture(window);
  await window.tab('after.ireereplay');
});

test('records that differ are gone through by keys, and shown in their captures', async () => {
  await compared('small.ireereplay', 'mixed.ireereplay');
  const view = window.webview();
  await says(view.locator('.verdict h1'), /added/);
  const grid = view.locator('.records .grid-table');
  await grid.focus();
  const chosen = async (): Promise<string> => (await view.locator('.records .tr.sel').textContent()) ?? '';
  const first = await chosen();
  await grid.press('n');
  await until('the next', async () => (await chosen()) !== first);
  await grid.press('p');
  await until('the one before', async () => (await chosen()) === first);
  await view.getByLabel('Filter records').fill('diff:added');
  await says(view.locator('.records [aria-level="1"]').first(), /added/);
  await picturesInBothThemes(window, 'difference-records');
  await view.getByLabel('Swap A and B').click();
  await window.tab('Diff: mixed, small');
  await view.locator('.chosen button.a').first().click();
  await window.tab('mixed.ireereplay');
  await shownCapture(window);
});

test('what they compute is compared from there, to the first dispatch that differs', async () => {
  await compared('before.ireereplay', 'after.ireereplay');
  await window.webview().locator('vscode-button.outputs').click();
  await window.tab('Verify: against before.ireereplay');
  const run = measuredRun(window);
  await run.ends(/^Results differ in 1 of 1 buffer\.$/);
  await says(run.view.locator('.divergence'), /batch_matmul_1x64x512x128_f32/);
  assert.ok(await run.view.locator('vscode-button', { hasText: 'Extract Dispatch…' }).isVisible());
});
