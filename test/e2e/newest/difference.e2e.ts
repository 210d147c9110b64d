/** Two captures side by side: what differs, as records and as functions, and from there to what they compute. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { writeWithChangedConstant } from '../../changedConstant';
import { putCapture, shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { measuredRun } from '../measuredRun';
import { picturesInBothThemes } from '../pictures';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

const place = (name: string): string => path.join(workbench.folder, name);

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'before.ireereplay');
  writeWithChangedConstant(place('before.ireereplay'), place('after.ireereplay'));
  putCapture(workbench, 'small.ireereplay', 'small.ireereplay');
  putCapture(workbench, 'queue-mixed-1k.ireereplay', 'mixed.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

async function compared(a: string, b: string): Promise<void> {
  await workbench.openFile(b);
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Compare Captures…');
  await answerFileDialog(workbench, 'Compare Captures: A, the One Before', place(a), 'Compare');
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'Diff:' }).waitFor();
}

test('with one constant changed, that executable and that function alone are named', async () => {
  await compared('before.ireereplay', 'after.ireereplay');
  const view = workbench.webview();
  await says(view.locator('.verdict h1'), /^The captures differ: 1 of 1 executable that both have; 1 changed, 98 same\.$/);
  const functions = view.locator('.lower [aria-level="2"]');
  await says(functions.first(), /batch_matmul_1x64x512x128_f32\s*differs: constants/);
  await until('the others', async () => (await functions.count()) > 3);
  for (const other of (await functions.all()).slice(1)) await says(other, /same/);
  await says(view.locator('.records [aria-level="1"]').first(), /11 same/);
  await says(view.locator('.chosen'), /executable_cache\.prepare_executable.*data/s);
  await picturesInBothThemes(workbench, 'difference');
});

test('objects by kind, and the bytes that differ, are behind tabs of their own', async () => {
  const view = workbench.webview();
  const rows = view.locator('.lower [role="row"][data-key]');
  await view.getByRole('tab', { name: 'Functions' }).focus();
  await view.getByRole('tab', { name: 'Functions' }).press('ArrowRight');
  await says(rows.first(), /^\s*executable\s*1 changed\s*1\s*1\s*[\d,]+\s*0\s*$/);
  await says(rows.nth(1), /executable \d+\s*≠ changed/);
  await picturesInBothThemes(workbench, 'difference-objects');
  await view.getByRole('tab', { name: 'Bytes' }).click();
  await until('the byte', async () => (await rows.count()) === 1);
  await says(rows.first(), /^\s*#11\s*#11\s*data\s*[\d,]+ – [\d,]+(\s*[0-9a-f]{2} ){7}/);
  await rows.first().click();
  await picturesInBothThemes(workbench, 'difference-bytes');
  await view.locator('#lower-grid').press('Enter');
  await shownCapture(workbench);
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'after.ireereplay' }).waitFor();
});

test('records that differ are gone through by keys, and shown in their captures', async () => {
  await compared('small.ireereplay', 'mixed.ireereplay');
  const view = workbench.webview();
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
  await picturesInBothThemes(workbench, 'difference-records');
  await view.getByLabel('Swap A and B').click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'Diff: mixed, small' }).waitFor();
  await view.locator('.chosen button.a').first().click();
  await shownCapture(workbench);
});

test('what they compute is compared from there, to the first dispatch that differs', async () => {
  await compared('before.ireereplay', 'after.ireereplay');
  await workbench.webview().locator('vscode-button.outputs').click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'Verify: against before.ireereplay' }).waitFor();
  const run = measuredRun(workbench);
  await run.ends(/^Results differ in 1 of 1 buffer\.$/);
  await says(run.view.locator('.divergence'), /batch_matmul_1x64x512x128_f32/);
  assert.ok(await run.view.locator('vscode-button', { hasText: 'Extract Dispatch…' }).isVisible());
});
