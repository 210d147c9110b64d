import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import type { RunOptions, RunState } from '../../protocol/replay/run';
import { startEngine } from './engineProcess';
import { crashOf } from './lastWords';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-engine-'));
after(() => rmSync(folder, { recursive: true }));

const options: RunOptions = { capture: '/x.ireereplay', devices: ['local-sync'], fileRemaps: [] };

/** A process in the engine's place that does what the test needs. */
function engineThat(name: string, source: string) {
  const script = path.join(folder, `${name}.cjs`);
  writeFileSync(script, source);
  return startEngine(script, () => undefined);
}

test('reports progress, and the end once', async () => {
  const engine = engineThat(
    'done',
    `process.on('message', () => { process.send({ type: 'state', state: { state: 'running', progress: { phase: 'executing', record: 1, records: 2 } } }); process.send({ type: 'state', state: { state: 'cancelled' } }); });`,
  );
  const seen: RunState['state'][] = [];
  const end = await engine.start('run', options, ({ state }) => seen.push(state), new AbortController().signal);
  assert.equal(end.state, 'cancelled');
  assert.deepEqual(seen, ['running', 'cancelled']);
  assert.equal(engine.alive, true);
  engine.dispose();
});

test('delivers times and bytes as they were sent', async () => {
  const engine = engineThat(
    'bulk',
    `process.on('message', () => process.send({ type: 'state', state: { state: 'done', result: { times: Float64Array.of(0.1, NaN), bytes: Uint8Array.of(0, 255) } } }));`,
  );
  const end: unknown = await engine.start('run', options, () => undefined, new AbortController().signal);
  engine.dispose();
  assert.deepEqual(end, { state: 'done', result: { times: Float64Array.of(0.1, NaN), bytes: Uint8Array.of(0, 255) } });
});

test('names the kernel that the process died in, from its last words', async () => {
  const engine = engineThat(
    'crash',
    `process.on('message', () => { require('node:fs').writeSync(3, '{"crash":{"signal":"SIGSEGV","record":39,"execute_record":43,"executable":4,"function":"mul","workgroup":[0,0,0],"workgroup_count":[2,1,1],"address":"0x10","pc_offset":4096,"source":"mul.c","line":20}}\\n'); process.kill(process.pid, 'SIGSEGV'); });`,
  );
  const end = await engine.start('run', options, () => undefined, new AbortController().signal);
  assert.deepEqual(end, {
    state: 'crashed',
    crash: {
      signal: 'SIGSEGV',
      record: 39,
      via: 43,
      executable: '4',
      function: 'mul',
      workgroup: [0, 0, 0],
      workgroupCount: [2, 1, 1],
      faultAddress: '0x10',
      codeAddress: '0x1000',
      source: 'mul.c:20',
    },
  });
  assert.equal(engine.alive, false);
});

test('says how a process without last words ended', async () => {
  const engine = engineThat('exit', `process.on('message', () => process.exit(3));`);
  const end = await engine.start('run', options, () => undefined, new AbortController().signal);
  assert.deepEqual(end, { state: 'crashed', crash: { signal: 'exit 3' } });
});

test('says at once that a job has been asked to end, and until it has', async () => {
  const engine = engineThat(
    'slow',
    `const say = (record) => process.send({ type: 'state', state: { state: 'running', progress: { phase: 'executing', record, records: 9 } } });
     process.on('message', ({ type }) => { say(type === 'run' ? 1 : 2); if (type === 'cancel') process.send({ type: 'state', state: { state: 'cancelled' } }); });`,
  );
  const controller = new AbortController();
  const seen: string[] = [];
  const see = (state: RunState): void => {
    seen.push(
      state.state === 'running' ? `${String(state.progress.record)}${state.cancelling === true ? ' cancelling' : ''}` : state.state,
    );
    if (!controller.signal.aborted) controller.abort();
  };
  await engine.start('run', options, see, controller.signal);
  engine.dispose();
  assert.deepEqual(seen, ['1', '1 cancelling', '2 cancelling', 'cancelled']);
});

test('lets a measurement that executes nothing any more sum up what it has', async () => {
  // Longer than it may execute after it was cancelled.
  const engine = engineThat(
    'summing-up',
    `const say = (state) => process.send({ type: 'state', state });
     const progress = { phase: 'measuring', iterations: 1, of: 0, rows: [] };
     process.on('message', ({ type }) => {
       if (type !== 'cancel') return say({ state: 'running', progress });
       say({ state: 'running', progress, cancelling: true });
       setTimeout(() => say({ state: 'cancelled', result: { rows: ['measured'] } }), 3000);
     });`,
  );
  const controller = new AbortController();
  const end: unknown = await engine.start('benchmark', { run: options }, () => controller.abort(), controller.signal);
  engine.dispose();
  assert.deepEqual(end, { state: 'cancelled', result: { rows: ['measured'] } });
});

test('ends a process that does not answer a cancellation', async () => {
  const engine = engineThat('stuck', `process.on('message', ({ type }) => { if (type === 'run') for (;;); });`);
  const controller = new AbortController();
  const running = engine.start('run', options, () => undefined, controller.signal);
  setTimeout(() => controller.abort(), 100);
  assert.deepEqual(await running, { state: 'cancelled' });
});

test('is not misled by a truncated report', async () => {
  assert.deepEqual(await crashOf(Buffer.from('{"crash":{"sig'), 'SIGILL'), { signal: 'SIGILL' });
  const truncated = Buffer.from('{"crash":{"signal":"SIGILL","pc_offset":1,"image":100}}\n\x7fELF');
  assert.deepEqual(await crashOf(truncated, 'SIGILL'), { signal: 'SIGILL', codeAddress: '0x1' });
});
