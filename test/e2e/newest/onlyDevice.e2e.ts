/** An installed IREE of which one device alone runs a capture. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { shellWord } from '../../../protocol/words/shellWords';
import { putCapture, shownCapture } from '../captureEditor';
import { startWorkbench, until, type Workbench } from '../workbench';

const vmvx = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256', 'mm256-vmvx.sync.ireereplay.gz');
const tools = process.env['IREE_TOOLS'] ?? '';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  writeFileSync(path.join(workbench.folder, 'vmvx.ireereplay'), gunzipSync(readFileSync(vmvx)));
  putCapture(workbench, 'small.ireereplay', 'small.ireereplay');
  // IREE's program, which is asked for the devices of one driver: another machine has a driver only.
  const bin = path.join(workbench.folder, '.venv', 'bin');
  mkdirSync(bin, { recursive: true });
  const program = path.join(bin, 'iree-run-replay');
  const real = shellWord(path.join(tools, 'iree-run-replay'));
  writeFileSync(program, `#!/bin/sh\nif [ "$1" = --dump_devices ]; then exec ${real} --dump_devices=local-task; fi\nexec ${real} "$@"\n`);
  chmodSync(program, 0o755);
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

test('it is chosen by itself, and replays', async () => {
  await workbench.openFile('vmvx.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the device', async () => (await editor.health()).startsWith('local-task (IREE) runs its executables'));
  assert.equal(await editor.replayed(), 'Replayed by IREE on local-task://: it reports success.');
  await workbench.screenshot('only-device');
});

test('what the user chooses stays chosen', async () => {
  const editor = await shownCapture(workbench);
  await editor.pick('Device', 'local-sync');
  await until('the refusal', async () => (await editor.health()).startsWith('Not replayable on local-sync'));
  await editor.view.locator('.pr', { hasText: 'Use local-task (IREE)' }).waitFor();
  await workbench.screenshot('only-device-refused');
});

test('a capture that the native engine replays stays with it', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).startsWith('Replayable on local-sync'));
});
