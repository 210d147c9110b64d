import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunOptions } from '../../protocol/replay/run';
import { fixture } from '../../test/programs';
import { captureHealth } from './captureHealth';

const { signal } = new AbortController();

const onLocalSync =
  (capture: string) =>
  (devices: number): RunOptions => ({ capture, devices: Array.from({ length: devices }, () => 'local-sync'), fileRemaps: [] });

test('of a capture that can be replayed nothing stands against it', async () => {
  const file = fixture('small.ireereplay');
  const health = await captureHealth(file, onLocalSync(file), signal);
  assert.ok(health.state === 'read');
  assert.deepEqual(health.problems, []);
  assert.deepEqual([health.summary.records, health.replay?.devices], [61, ['local-sync']]);
});

test('one that needs two devices is asked for with two', async () => {
  const file = fixture('models/two/two.task-sync.ireereplay');
  const health = await captureHealth(file, onLocalSync(file), signal);
  assert.ok(health.state === 'read');
  assert.deepEqual([health.problems, health.replay?.devices], [[], ['local-sync', 'local-sync']]);
});

test('what keeps one from being replayed is found, errors first, each once', async () => {
  const file = fixture('models/mm256/mm256-vulkan.ireereplay');
  const health = await captureHealth(file, onLocalSync(file), signal);
  assert.ok(health.state === 'read');
  assert.deepEqual(
    health.problems.map(({ severity, record }) => [severity, record]),
    [['error', 11]],
  );
  const torn = await captureHealth(
    fixture('damaged/truncated-5000.ireereplay'),
    onLocalSync(fixture('damaged/truncated-5000.ireereplay')),
    signal,
  );
  assert.ok(torn.state === 'read');
  assert.deepEqual(
    torn.problems.map(({ code }) => code),
    ['DATA_LOSS', 'DATA_LOSS'],
  );
});

test('what is left to IREE is read, and its own defects are known', async () => {
  const whole = await captureHealth(fixture('small.ireereplay'), () => undefined, signal);
  assert.ok(whole.state === 'read');
  assert.deepEqual([whole.replay, whole.problems], [undefined, []]);
  const torn = await captureHealth(fixture('damaged/truncated-5000.ireereplay'), () => undefined, signal);
  assert.ok(torn.state === 'read' && torn.problems.length > 0);
});

test('a file that is no capture cannot be read, with what to do', async () => {
  const health = await captureHealth(fixture('damaged/magic.ireereplay'), () => assert.fail('it is not replayed'), signal);
  assert.ok(health.state === 'unreadable');
  assert.match(health.problem.message, /not an \.ireereplay capture/);
  assert.match(health.problem.remedy ?? '', /--device_replay_output/);
  const gone = await captureHealth(fixture('gone.ireereplay'), () => undefined, signal);
  assert.ok(gone.state === 'unreadable');
  assert.equal(gone.problem.code, 'NOT_FOUND');
});

test('of one with too many records nothing is said', async () => {
  const file = fixture('queue-dispatches-1k.ireereplay');
  assert.deepEqual(await captureHealth(file, () => assert.fail('it is not asked'), signal, 100), { state: 'large' });
  assert.equal((await captureHealth(file, onLocalSync(file), signal, 100_000)).state, 'read');
});

test('one that is no longer wanted rejects', async () => {
  const controller = new AbortController();
  controller.abort();
  const file = fixture('small.ireereplay');
  await assert.rejects(captureHealth(file, onLocalSync(file), controller.signal), { name: 'AbortError' });
});
