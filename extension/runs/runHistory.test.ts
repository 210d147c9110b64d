import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { BenchmarkRow } from '../../protocol/benchmark';
import { DEFAULT_SETTINGS } from '../../protocol/replay';
import type { RunOf } from '../../protocol/results';
import { createRunHistory, historyOf } from './runHistory';

const row = (median: number): BenchmarkRow => ({
  name: 'replay/execute',
  kind: 'scope',
  label: 'execute',
  repetition: 0,
  iterations: 3,
  realNs: median,
  samples: [median],
  statistics: {
    ...{ count: 1, minimum: median, p5: median, median, p95: median, maximum: median, mean: median, standardDeviation: 0, mad: 0 },
    ...{ interval: [median, median], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
  },
});

const run = (id: string, started: string, median: number, device = 'local-sync'): RunOf<'benchmark'> => ({
  job: 'benchmark',
  id,
  capture: '/x.ireereplay',
  subject: 'scope execute',
  started,
  settings: { ...DEFAULT_SETTINGS, device },
  options: { run: { capture: '/x.ireereplay', devices: [device], fileRemaps: [] } },
  state: {
    state: 'done',
    result: {
      rows: [row(median)],
      environment: {
        ...{ date: started, host: '', cpu: '', processors: 1, affinity: '0', engine: 'native', version: '', devices: [device] },
        ...{ workers: 1, loadBefore: 0, loadAfter: 0, notes: [] },
      },
      prepareNs: '0',
      timerNs: 0,
      loopNs: 0,
      timed: '',
    },
  },
  commandLine: '',
});

test('keeps runs over sessions, and skips lines that are no runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'iree-replay-'));
  try {
    const history = createRunHistory(path.join(folder, 'deep'));
    assert.deepEqual(await history.load(), []);
    await history.append(run('a', '2026-01-01', 5));
    await appendFile(path.join(folder, 'deep', 'runs.jsonl'), 'torn {\n');
    await history.append(run('b', '2026-01-02', 6));
    assert.deepEqual(
      (await history.load()).map(({ id }) => id),
      ['a', 'b'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the history of a benchmark is what the same capture took on the same device before', () => {
  const now = run('c', '2026-01-03', 7);
  const all = [run('a', '2026-01-01', 5), run('other device', '2026-01-02', 6, 'local-task'), now, run('later', '2026-01-04', 8)];
  assert.deepEqual(
    historyOf(now, all).map(({ run: id, median }) => [id, median]),
    [['a', 5]],
  );
});
