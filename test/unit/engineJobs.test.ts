/** The engine process as the editor uses it: the built program, real captures. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { startEngine } from '../../extension/runs/engineProcess';
import type { EngineJob, EngineJobs, EngineState } from '../../protocol/engine';
import type { RunOptions } from '../../protocol/run';

const root = path.join(__dirname, '../..');
const engine = startEngine(path.join(root, 'dist/engine.js'), (line) => console.log(line));
after(() => engine.dispose());

const run: RunOptions = {
  capture: path.join(root, 'test/fixtures/models/mm256/mm256.sync.ireereplay'),
  devices: ['local-sync'],
  fileRemaps: [],
};

const start = <Job extends EngineJob>(job: Job, options: EngineJobs[Job]['options']): Promise<EngineState<Job>> =>
  engine.start(job, options, () => undefined, new AbortController().signal);

/** The dispatch of the capture: a command of a command buffer. */
const DISPATCH = 17;

test('shows what a dispatch finds and leaves, as numbers of a type', async () => {
  const inspected = await start('inspect', { run, record: DISPATCH });
  assert.ok(inspected.state === 'done', JSON.stringify(inspected));
  const { ranges, function: name } = inspected.result;
  assert.equal(name, 'matmul_dispatch_0_matmul_256x256x256_f32');
  assert.deepEqual(
    ranges.map(({ role, ordinal, length, type, changed }) => [role, ordinal, length, type, changed === '0']),
    [
      ['binding', 0, '262144', 'f32', true],
      ['binding', 1, '262144', 'f32', true],
      ['binding', 2, '262144', 'f32', false],
    ],
  );
  const before = await start('elements', { range: 2, moment: 'before', type: 'f32', from: 0, count: 3 });
  assert.ok(before.state === 'done');
  assert.deepEqual(before.result.values, ['0', '0', '0']);
  assert.equal(before.result.statistics.zero, '65536');
  const after = await start('elements', { range: 2, moment: 'after', type: 'f32', from: 65535, count: 3 });
  assert.ok(after.state === 'done');
  assert.equal(after.result.total, '65536');
  assert.equal(after.result.values.length, 1);
  assert.equal(after.result.statistics.nan, '0');
  assert.equal(
    after.result.statistics.histogram.reduce((sum, count) => sum + count, 0),
    65536,
  );
});

test('says that a record is no operation on buffers', async () => {
  const inspected = await start('inspect', { run, record: 0 });
  assert.ok(inspected.state === 'failed');
  assert.equal(inspected.problem.code, 'NOT_FOUND');
});

test('replays up to a record', async () => {
  const ended = await start('run', { ...run, stopBeforeRecord: 35 });
  assert.ok(ended.state === 'done');
  assert.equal(ended.result.dispatches, '0');
  assert.equal(ended.result.outputs.length, 0);
});
