/** Devices of the installed IREE: what they run that the native engine does not, and what they cannot give. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { counted } from '../counted';
import { shownCapture } from '../captureEditor';
import { runOf } from '../measuredRun';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const vmvx = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256', 'mm256-vmvx.sync.ireereplay.gz');

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '' },
  });
  writeFileSync(path.join(workbench.folder, 'vmvx.ireereplay'), gunzipSync(readFileSync(vmvx)));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

test('the picker lists the devices of both engines, with what of the capture each runs', async () => {
  await workbench.openFile('vmvx.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the refusal', async () => (await editor.health()).startsWith('Not replayable on local-sync'));
  await workbench.runCommand('IREE Replay: Select Device…');
  const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
  const theirs = rows.filter({ hasText: 'local-sync (IREE)' });
  await theirs.waitFor();
  await says(theirs, /runs its executables/);
  await says(rows.filter({ hasText: 'one thread' }), /cannot run vmvx-bytecode-fb/);
  await workbench.screenshot('devices');
  await theirs.click();
  await until('the device', async () => (await editor.health()).startsWith('local-sync (IREE) runs its executables'));
});

test('a capture that the native engine refuses is replayed by IREE', async () => {
  const editor = await shownCapture(workbench);
  assert.equal(await editor.replayed(), 'Replayed by IREE on local-sync://: it reports success.');
  await workbench.screenshot('iree-replay');
});

test('a scope of it is benchmarked by IREE', async () => {
  const editor = await shownCapture(workbench);
  const run = await runOf(workbench, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes [\d.]+ .?s$/);
  assert.match(await run.basis(), /^Median of 10 repetitions/);
  await counted(run.rows('rows'), 1);
  await says(run.view.locator('.side'), /by IREE's tools.*not given/s);
  await workbench.screenshot('iree-benchmark');
});

test('what IREE does not give is said where it is asked for', async () => {
  await workbench.openFile('vmvx.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
  await workbench.page.locator('.notification-toast', { hasText: "IREE's tools give no outputs to compare." }).waitFor();
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.tab('Buffers').click();
  await editor.panel.getByText("IREE's tools show no contents of buffers.").waitFor();
});
