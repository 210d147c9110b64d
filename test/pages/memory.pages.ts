/** Many captures, one after the other: nothing that was opened for one of them stays. */
import assert from 'node:assert/strict';
import { linkSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { isEngine, openFiles, processesBelow, residentBytes } from '../e2e/processes';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

/** After so many the code is compiled and the caches are filled. */
const WARM_UP = 4;
const CAPTURES = 14;
/** The capture is of 2.4 MB: if each of the ten left its bytes behind, it would be more than twice this. One takes about 0.1 MB of logs. */
const MAX_GROWTH = 10 << 20;

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [] });
  putCapture(window, 'models/block/block.sync.ireereplay', nameOf(0));
  for (let i = 1; i < CAPTURES; i++) linkSync(path.join(window.folder, nameOf(0)), path.join(window.folder, nameOf(i)));
});
after(async () => {
  await window.dispose();
});

const nameOf = (i: number): string => `block-${String(i)}.ireereplay`;

const engines = (): number => processesBelow(process.pid).filter(isEngine).length;

async function openReplayAndClose(name: string): Promise<void> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  assert.equal(engines(), 1, 'the open capture has an engine, and no other has');
  await window.closeEditor();
  await until('the end of its engine', () => engines() === 0);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What this process holds, which is the extension's: memory of JavaScript and all of it, and open files. */
function held(): { readonly bytes: { readonly javascript: number; readonly all: number }; readonly files: number } {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { bytes: { javascript: heapUsed + external, all: residentBytes(process.pid) }, files: openFiles(process.pid).length };
}

test('fourteen captures opened, replayed and closed leave no process, no open file and no memory behind', async () => {
  for (let i = 0; i < WARM_UP; i++) await openReplayAndClose(nameOf(i));
  const before = held();
  for (let i = WARM_UP; i < CAPTURES; i++) await openReplayAndClose(nameOf(i));
  for (const kind of ['javascript', 'all'] as const)
    await until(
      `memory (${kind}) within the bound`,
      () => {
        const grown = held().bytes[kind] - before.bytes[kind];
        if (grown < MAX_GROWTH) return true;
        throw new Error(`${String(CAPTURES - WARM_UP)} captures have left ${(grown / (1 << 20)).toFixed(1)} MiB behind`);
      },
      10,
    );
  await until(
    'as many open files as before',
    () => {
      const now = openFiles(process.pid);
      if (now.length <= before.files) return true;
      throw new Error(`${String(before.files)} were open, then ${String(now.length)}: ${now.join(' ')}`);
    },
    10,
  );
});
