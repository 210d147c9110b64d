/** --history: what the command line measured, in the form that the editor reads. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { historyOf } from '../../engine/history/rowHistory';
import { createRunHistory } from '../../engine/history/runHistory';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const small = fixture('small.ireereplay');

test('runs of the command line are a history that the editor can read', async () => {
  const file = path.join(temporaryFolder(), 'runs.jsonl');
  for (const args of [
    ['benchmark', '--benchmark_min_time=5x', '--replay_scope=execute'],
    ['verify', '--runs=2'],
    ['benchmark', '--benchmark_min_time=7x', '--replay_scope=execute'],
  ]) {
    const { status, stderr } = ireereplay(...args, `--history=${file}`, small);
    assert.equal(status, 0, stderr);
  }
  const runs = await createRunHistory(file).load();
  assert.deepEqual(
    runs.map(({ job, subject, state }) => [job, subject, state.state]),
    [
      ['benchmark', 'execute', 'done'],
      ['verify', 'against itself', 'done'],
      ['benchmark', 'execute', 'done'],
    ],
  );
  const [first, verified, latest] = runs;
  assert.ok(verified?.job === 'verify' && verified.state.state === 'done');
  assert.equal(verified.state.result.agrees, true);
  assert.ok(latest !== undefined);
  // The second benchmark has the first as its history.
  assert.deepEqual(
    historyOf(latest, runs).map(({ run }) => run),
    [first?.id],
  );
});

test('a capture recorded again under the same name has no history, but a copy of the first has', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'runs.jsonl');
  const capture = path.join(folder, 'model.ireereplay');
  const benchmark = (of: string): void => {
    const { status, stderr } = ireereplay('benchmark', '--benchmark_min_time=3x', '--replay_scope=execute', `--history=${file}`, of);
    assert.equal(status, 0, stderr);
  };
  copyFileSync(small, capture);
  benchmark(capture);
  copyFileSync(fixture('models/mm256/mm256.sync.ireereplay'), capture);
  benchmark(capture);
  benchmark(small);
  const runs = await createRunHistory(file).load();
  assert.deepEqual(
    runs.map((run) => historyOf(run, runs).map(({ run: id }) => runs.findIndex((one) => one.id === id))),
    [[], [], [0]],
  );
});
