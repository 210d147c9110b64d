/** One measurement at a time, over processes: real processes take turns. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureAlone, untilNobodyMeasures } from './measuringTurn';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-turn-'));
// The lock of this test, and of the processes that it starts.
process.env['XDG_RUNTIME_DIR'] = folder;
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const nothing = (): void => undefined;

/** Another process that measures until it is killed; resolves when it does. */
async function measuringProcess(what: string): Promise<ChildProcess> {
  const script = path.join(folder, 'measure.mts');
  writeFileSync(
    script,
    `import { measureAlone } from ${JSON.stringify(path.join(__dirname, 'measuringTurn.ts'))};
     await measureAlone(process.argv[2] ?? '', () => undefined, new AbortController().signal, () => new Promise(() => {
       console.log('measures');
       setInterval(() => undefined, 1000);
     }));`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', script, what], { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => resolve());
    child.once('exit', () => reject(new Error('the process ended')));
  });
  return child;
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));

test('who measures is waited for, and named; when it dies, the next one begins', async () => {
  const other = await measuringProcess('benchmark of a.ireereplay');
  const said: string[] = [];
  let begun = false;
  const mine = measureAlone(
    'mine',
    (sentence) => said.push(sentence),
    never,
    () => {
      begun = true;
      return Promise.resolve('done');
    },
  );
  while (said.length === 0) await sleep(20);
  await sleep(500);
  assert.equal(begun, false);
  assert.deepEqual(said, [`Waits for the benchmark of a.ireereplay (pid ${String(other.pid)}): two at a time would disturb each other.`]);
  other.kill('SIGKILL');
  assert.equal(await mine, 'done');
});

test('a replay waits, too, and what waits is cancelled at once', async () => {
  const other = await measuringProcess('benchmark of b.ireereplay');
  for (const wait of [
    (signal: AbortSignal) => untilNobodyMeasures(nothing, signal),
    (signal: AbortSignal) => measureAlone('mine', nothing, signal, () => Promise.resolve()),
  ]) {
    const controller = new AbortController();
    const waiting = wait(controller.signal);
    await sleep(300);
    controller.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  }
  other.kill('SIGKILL');
  await ended(other);
  await untilNobodyMeasures(nothing, never);
});

test('measurements of one process take turns, and one that fails gives its turn back', async () => {
  let measuring = 0;
  const seen: number[] = [];
  const one = async (fails: boolean): Promise<void> => {
    seen.push(++measuring);
    await sleep(30);
    measuring--;
    if (fails) throw new Error('it failed');
  };
  const all = [true, false, true, false].map((fails) => measureAlone('one', nothing, never, () => one(fails)));
  const ends = await Promise.allSettled(all);
  assert.deepEqual(seen, [1, 1, 1, 1]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

test('replays do not keep each other, nor a measurement, from beginning', async () => {
  await Promise.all([1, 2, 3].map(() => untilNobodyMeasures(nothing, never)));
  assert.equal(await measureAlone('mine', nothing, never, () => Promise.resolve(1)), 1);
});

test('a lock file that has been removed is made again, and keeps others out', async () => {
  const file = path.join(folder, 'iree-replay', 'measuring.lock');
  await measureAlone('mine', nothing, never, async () => {
    assert.match(readFileSync(file, 'utf8'), /"what":"mine"/);
    rmSync(file);
    await measureAlone('another', nothing, never, () => {
      assert.match(readFileSync(file, 'utf8'), /"what":"another"/);
      return Promise.resolve();
    });
  });
});
