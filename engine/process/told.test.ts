/** A bad message is reported as a failure, and the process carries on. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { toldOf } from './told';

const engine = fork(path.join(__dirname, '../../dist/engine.js'), [], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'ipc'] });
after(() => engine.kill('SIGKILL'));

const answer = (message: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    engine.once('message', resolve);
    engine.once('exit', () => reject(new Error('the engine process ended')));
    engine.send(message);
  });

const run = { capture: path.join(__dirname, '../../test/fixtures/no-such-file'), devices: ['local-sync'], fileRemaps: [] };

test('says what is wrong with a message, and does the next job', async () => {
  for (const [message, sentence] of [
    [{ type: 'paint', options: run }, /has no job "paint"/],
    [{ type: 'toString', options: run }, /has no job "toString"/],
    [{}, /has no job null/],
    [{ type: 'run' }, /run: .*Object/],
    [{ type: 'run', options: { ...run, devices: 'local-sync' } }, /run\.devices: .*Array/],
    [{ type: 'run', options: { ...run, profiling: { mode: 'everything' } } }, /run\.profiling\.mode: /],
    [{ type: 'benchmark', options: { run, repetitions: 0.5 } }, /benchmark\.repetitions: /],
    [{ type: 'substitute', options: { run, candidates: [] } }, /substitute\.candidates: /],
    [{ type: 'inspect', options: { run, record: -1 } }, /inspect\.record: /],
  ] as const) {
    const { state } = (await answer(message)) as {
      readonly state: { readonly state: string; readonly problem: { readonly message: string } };
    };
    assert.equal(state.state, 'failed', JSON.stringify(message));
    assert.match(state.problem.message, sentence);
  }
  const view = { range: 0, moment: 'before', type: 'f32', offset: 0, shape: [1], strides: [1] };
  const elements = { view, from: 0, count: 1 };
  const { state } = (await answer({ type: 'elements', options: elements })) as {
    readonly state: { readonly state: string; readonly problem: { readonly message: string } };
  };
  assert.equal(state.problem.message, 'Nothing has been inspected.');
});

test('fills in defaults as the command line does, and drops what is not described', () => {
  const told = toldOf({ type: 'verify', options: { run, more: 1 } });
  assert.ok(told.type === 'verify');
  assert.equal(told.options.runs, 2);
  assert.deepEqual(told.options.tolerance, { absolute: 0, relative: 0, ulp: 0, nanEqual: true });
  assert.ok(!('more' in told.options));
});
