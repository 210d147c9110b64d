/** Command lines and editors measure one after another; a waiting one says for whom, and is cancelled at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { createJobQueue } from '../../engine/process/jobQueue';
import { measureAlone } from '../../engine/measuring/measuringTurn';
import type { RunOptions } from '../../protocol/replay/run';
import { checkout, fixture, temporaryFolder } from '../programs';

// The lock of this test, and of what it starts.
process.env['XDG_RUNTIME_DIR'] = temporaryFolder();
process.env['XDG_CACHE_HOME'] = temporaryFolder();

const capture = fixture('small.ireereplay');
const run: RunOptions = { capture, devices: ['local-sync'], fileRemaps: [] };
const waits = `Waits for the long measurement (pid ${String(process.pid)}): two at a time would disturb each other.`;
const queue = createJobQueue(path.join(checkout, 'dist/engine.js'), (line) => console.log(line));
after(() => queue.dispose());

/** Measures until told to end. */
function measuring(): { readonly begun: Promise<void>; readonly end: () => Promise<void> } {
  let begin = (): void => undefined;
  let finish = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const done = measureAlone(
    'long measurement',
    () => undefined,
    new AbortController().signal,
    () => {
      begin();
      return new Promise<void>((resolve) => (finish = resolve));
    },
  );
  return {
    begun,
    end: () => {
      finish();
      return done;
    },
  };
}

const kernel = `--replay_executable_substitution=4=${fixture('kernels/elementwise_mul.so')}`;

for (const args of [
  ['benchmark', '--benchmark_min_time=2x', capture],
  ['substitute', '--pairs=10', kernel, capture],
  ['verify', capture],
  ['run', capture],
  ['roof'],
]) {
  test(`ireereplay ${String(args[0])} waits for a measurement, and says so on stderr`, async () => {
    const other = measuring();
    await other.begun;
    const child = spawn(process.execPath, [path.join(checkout, 'bin', 'ireereplay'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    after(() => child.kill('SIGKILL'));
    let said = '';
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const status = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('\n')) resolve();
      });
      child.once('exit', () => reject(new Error(`it has not waited: ${said}`)));
    });
    assert.equal(said.trim(), waits);
    assert.equal(printed, '');
    await other.end();
    assert.equal(await status, 0, said);
    assert.notEqual(printed, '');
  });
}

for (const job of ['run', 'inspect', 'benchmark', 'verify', 'substitute'] as const) {
  test(`an editor's job waits too, and can be cancelled meanwhile: ${job}`, async () => {
    const other = measuring();
    await other.begun;
    const controller = new AbortController();
    const options =
      job === 'run'
        ? run
        : { run, record: 39, candidates: [{ name: 'mul', substitutions: [`4=${fixture('kernels/elementwise_mul.so')}`] }] };
    const end = await queue.start(
      job,
      options,
      (state) => {
        if (state.state === 'idle' && state.waitsFor === waits) controller.abort();
      },
      controller.signal,
    );
    assert.equal(end.state, 'cancelled');
    await other.end();
    const next = await queue.start(job, options, () => undefined, new AbortController().signal);
    assert.equal(next.state, 'done', JSON.stringify(next));
  });
}
