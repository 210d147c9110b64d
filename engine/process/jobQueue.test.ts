/** The queue of engine processes: whatever happens to a process or to the queue, each job ends, and says how. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import type { EngineState } from '../../protocol/processes/engine';
import type { RunOptions } from '../../protocol/replay/run';
import { createJobQueue, type JobQueue } from './jobQueue';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-queue-'));
after(() => rmSync(folder, { recursive: true }));

const options: RunOptions = { capture: '/x.ireereplay', devices: ['local-sync'], fileRemaps: [] };

/** A program in the engine's place that does what the test needs. */
function program(name: string, source: string): string {
  const script = path.join(folder, `${name}.cjs`);
  writeFileSync(script, source);
  return script;
}

/** Reports that it is running, and works until told otherwise. */
const busy = program(
  'busy',
  `process.on('message', ({ type }) => process.send({ type: 'state', state: type === 'cancel' ? { state: 'cancelled' } : { state: 'running', progress: {} } }));
   process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));`,
);

/** Starts a job; `running` resolves when its process says so, `ended` with its end. */
function start(queue: JobQueue, signal = new AbortController().signal) {
  let said = (): void => undefined;
  const running = new Promise<void>((resolve) => (said = resolve));
  const states: EngineState<'run'>['state'][] = [];
  const ended = queue.start(
    'run',
    options,
    ({ state }) => {
      states.push(state);
      if (state === 'running') said();
    },
    signal,
  );
  return { running, ended, states };
}

test('a job whose queue is closed is cancelled, not crashed', async () => {
  const queue = createJobQueue(busy, () => undefined);
  const job = start(queue);
  await job.running;
  queue.dispose();
  assert.deepEqual(await job.ended, { state: 'cancelled' });
  assert.equal(job.states.at(-1), 'cancelled');
});

test('a job that is cancelled while its process ends is cancelled, not crashed', async () => {
  const queue = createJobQueue(
    program(
      'ending',
      `process.on('message', ({ type }) => type === 'cancel' ? process.exit(1) : process.send({ type: 'state', state: { state: 'running', progress: {} } }));`,
    ),
    () => undefined,
  );
  const controller = new AbortController();
  const job = start(queue, controller.signal);
  await job.running;
  controller.abort();
  assert.deepEqual(await job.ended, { state: 'cancelled' });
  queue.dispose();
});

test('a job that is waiting when its queue is closed is cancelled, and starts no process', async () => {
  const script = program(
    'counting',
    `require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'starts'))}, 'x');
     process.on('message', () => process.send({ type: 'state', state: { state: 'running', progress: {} } }));`,
  );
  const queue = createJobQueue(script, () => undefined);
  const first = start(queue);
  const second = start(queue);
  await first.running;
  queue.dispose();
  assert.deepEqual(await second.ended, { state: 'cancelled' });
  assert.deepEqual(second.states, ['cancelled']);
  assert.deepEqual(await first.ended, { state: 'cancelled' });
  assert.deepEqual(await start(queue).ended, { state: 'cancelled' });
  assert.equal(readFileSync(path.join(folder, 'starts'), 'utf8'), 'x');
});

test('a job that is cancelled while it waits ends at once', async () => {
  const queue = createJobQueue(busy, () => undefined);
  const first = start(queue);
  await first.running;
  const controller = new AbortController();
  const second = start(queue, controller.signal);
  controller.abort();
  assert.deepEqual(await second.ended, { state: 'cancelled' });
  assert.deepEqual(first.states, ['running']);
  queue.dispose();
});

test('a process that cannot be started is reported, and the next job tries again', async () => {
  const queue = createJobQueue(busy, () => undefined);
  const { execPath } = process;
  try {
    process.execPath = path.join(folder, 'no-such-program');
    const end = await start(queue).ended;
    assert.ok(end.state === 'failed', JSON.stringify(end));
    assert.match(end.problem.message, /^The engine process could not be started: .*ENOENT/);
  } finally {
    process.execPath = execPath;
  }
  const next = start(queue);
  await next.running;
  queue.dispose();
  assert.deepEqual(await next.ended, { state: 'cancelled' });
});

test('nothing is started while it is forbidden, and the job says why', async () => {
  let allowed = false;
  const why = { severity: 'error', code: 'PERMISSION_DENIED', message: 'Not here.' } as const;
  const script = program('forbidden', `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'executed'))}, '');`);
  const queue = createJobQueue(
    script,
    () => undefined,
    () => (allowed ? undefined : why),
  );
  for (const job of ['run', 'inspect', 'elements', 'benchmark', 'verify', 'substitute', 'bisect'] as const) {
    const jobOptions = {
      run: options,
      record: 0,
      view: { range: 0, moment: 'before', type: 'f32', offset: 0, shape: [1], strides: [1] },
      from: 0,
      count: 1,
      candidates: [{ name: 'x', substitutions: [] }],
      installations: ['/a', '/b'],
    } as const;
    const end = await queue.start(job, job === 'run' ? options : (jobOptions as never), () => undefined, new AbortController().signal);
    assert.deepEqual(end, { state: 'refused', problems: [why] }, job);
  }
  assert.equal(existsSync(path.join(folder, 'executed')), false);
  allowed = true;
  await start(queue).ended;
  assert.equal(existsSync(path.join(folder, 'executed')), true);
  queue.dispose();
});

test('what a process leaves in its folder is removed after it is killed', async () => {
  const queue = createJobQueue(
    program(
      'leaving',
      `process.on('message', () => { require('node:fs').writeFileSync(process.argv[2] + '/left.bin', 'x'); process.kill(process.pid, 'SIGSEGV'); });`,
    ),
    () => undefined,
  );
  const before = new Set(readdirSync(tmpdir()));
  const end = await start(queue).ended;
  assert.equal(end.state, 'crashed');
  queue.dispose();
  const left = readdirSync(tmpdir()).filter((name) => !before.has(name) && existsSync(path.join(tmpdir(), name, 'left.bin')));
  assert.deepEqual(left, []);
});
