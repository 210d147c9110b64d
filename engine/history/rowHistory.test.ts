import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkRow } from '../../protocol/measurement/benchmark';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { RunOf } from '../../protocol/results/results';
import { historyOf } from './rowHistory';

const row = (median: number): BenchmarkRow => ({
  ...{ name: 'replay/execute', kind: 'scope', label: 'execute', repetition: 0, iterations: 3, realNs: median },
  samples: Float64Array.of(median),
  statistics: {
    ...{ count: 1, minimum: median, p5: median, median, p95: median, maximum: median, mean: median, standardDeviation: 0, mad: 0 },
    ...{ interval: [median, median], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
  },
});

const run = (
  id: string,
  started: string,
  median: number,
  device = 'local-sync',
  content?: string,
  options: Partial<RunOf<'benchmark'>['options']> = {},
): RunOf<'benchmark'> => ({
  ...{ job: 'benchmark', id, capture: '/x.ireereplay', subject: 'scope execute', started, commandLine: '' },
  settings: { ...DEFAULT_SETTINGS, device },
  options: { run: { capture: '/x.ireereplay', devices: [device], fileRemaps: [] }, ...options },
  state: {
    state: 'done',
    result: {
      ...{ rows: [row(median)], prepareNs: '1', timerNs: 20, loopNs: 5, timed: '' },
      environment: {
        ...(content === undefined ? {} : { capture: content }),
        ...{ date: started, host: '', cpu: '', processors: 2, affinity: '0-1', engine: 'native', version: '', devices: [device] },
        ...{ workers: 1, loadBefore: 0, loadAfter: 0, notes: [] },
      },
    },
  },
});

test('the history of a benchmark is earlier times of the same capture on the same device', () => {
  const now = run('c', '2026-01-03', 7, 'local-sync', 'x');
  const all = [
    run('a', '2026-01-01', 5, 'local-sync', 'x'),
    run('other device', '2026-01-02', 6, 'local-task', 'x'),
    now,
    run('later', '2026-01-04', 8, 'local-sync', 'x'),
  ];
  assert.deepEqual(
    historyOf(now, all).map(({ run: id, statistics: { median } }) => [id, median]),
    [['a', 5]],
  );
});

test('a capture with other contents has no history, whatever its name, nor has one with unknown contents', () => {
  const now = run('c', '2026-01-03', 7, 'local-sync', 'x');
  const copy = { ...run('copy', '2026-01-01', 5, 'local-sync', 'x'), capture: '/elsewhere.ireereplay' };
  const again = run('under its name', '2026-01-01', 5, 'local-sync', 'y');
  const old = run('not known', '2026-01-01', 5);
  assert.deepEqual(
    historyOf(now, [copy, again, old]).map(({ run: id }) => id),
    ['copy'],
  );
  assert.deepEqual(historyOf(run('c', '2026-01-03', 7), [old, copy]), []);
});

test('what was measured in another way is no history: cold caches, guarded buffers, another engine, up to a record, other processors', () => {
  const now = run('now', '2026-01-03', 7, 'local-sync', 'x');
  const { run: replay } = now.options;
  const others = [
    run('cold', '2026-01-01', 5, 'local-sync', 'x', { cache: 'cold' }),
    run('pinned', '2026-01-01', 5, 'local-sync', 'x', { pin: '0' }),
    run('guarded', '2026-01-01', 5, 'local-sync', 'x', { run: { ...replay, guardBuffers: true } }),
    run('part', '2026-01-01', 5, 'local-sync', 'x', { run: { ...replay, stopBeforeRecord: 7 } }),
    { ...run('by IREE', '2026-01-01', 5, 'local-sync', 'x'), settings: { ...now.settings, engine: 'iree' as const } },
    run('same', '2026-01-01', 5, 'local-sync', 'x', { cache: 'warm' }),
  ];
  assert.deepEqual(
    historyOf(now, others).map(({ run: id }) => id),
    ['same'],
  );
});

test('samples are those of the latest run alone', () => {
  const now = run('now', '2026-01-04', 7, 'local-sync', 'x');
  const before = ['a', 'b'].map((id, at) => run(id, `2026-01-0${String(at + 1)}`, 5 + at, 'local-sync', 'x'));
  assert.deepEqual(
    historyOf(now, before).map(({ samples }) => samples && [...samples]),
    [undefined, [6]],
  );
});
