/** Many captures, one after the other: nothing that was opened for one of them stays. */
import assert from 'node:assert/strict';
import { linkSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from '../captureEditor';
import { openFiles, residentBytes } from '../processes';
import { startWorkbench, until, type Workbench } from '../workbench';

/** After so many the code is compiled and the caches are filled. */
const WARM_UP = 20;
const CAPTURES = 70;
/** The capture is of 2.4 MB: if each of the 50 left its bytes behind, or as much, it would be twice this. */
const MAX_GROWTH = 64 << 20;

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [] });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block-0.ireereplay');
  for (let i = 1; i < CAPTURES; i++) linkSync(path.join(workbench.folder, 'block-0.ireereplay'), path.join(workbench.folder, nameOf(i)));
});
after(async () => {
  await workbench.dispose();
});

const nameOf = (i: number): string => `block-${String(i)}.ireereplay`;

const engines = (): number => workbench.processes().filter(({ commandLine }) => commandLine.includes('engine.js')).length;

function extensionHost(): number {
  const hosts = workbench.processes().filter(({ commandLine }) => commandLine.includes('--type=extensionHost'));
  assert.equal(hosts.length, 1, 'one extension host');
  return hosts[0]?.pid ?? 0;
}

async function openReplayAndClose(name: string): Promise<void> {
  await workbench.openFile(name);
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  assert.equal(engines(), 1, 'the open capture has an engine, and no other has');
  await workbench.closeEditor();
  await until('the end of its engine', () => engines() === 0);
}

test('seventy captures opened, replayed and closed leave no process, no open file and no memory behind', async () => {
  for (let i = 0; i < WARM_UP; i++) await openReplayAndClose(nameOf(i));
  const host = extensionHost();
  const [memory, files] = [residentBytes(host), openFiles(host).length];
  for (let i = WARM_UP; i < CAPTURES; i++) await openReplayAndClose(nameOf(i));
  assert.equal(extensionHost(), host, 'the same extension host');
  // What is no longer used is freed when the host collects its garbage.
  let grown = 0;
  await until('memory within the bound', () => (grown = residentBytes(host) - memory) < MAX_GROWTH).catch(() =>
    assert.fail(`${String(CAPTURES - WARM_UP)} captures have left ${(grown / (1 << 20)).toFixed(0)} MiB behind`),
  );
  await until('as many open files as before', () => openFiles(host).length <= files).catch(() =>
    assert.fail(`${String(files)} files were open, then ${String(openFiles(host).length)}: ${openFiles(host).join(' ')}`),
  );
  console.log(`the extension host grew by ${(grown / (1 << 20)).toFixed(1)} MiB from ${(memory / (1 << 20)).toFixed(0)} MiB`);
});
