import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { BenchmarkRow } from '../../protocol/benchmark';
import { DEFAULT_SETTINGS } from '../../protocol/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results';
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

async function inFolder(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'iree-replay-'));
  try {
    await work(path.join(folder, 'deep', 'runs.jsonl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ids = (runs: readonly MeasuredRun[]): readonly string[] => runs.map(({ id }) => id);

test('keeps runs over sessions, and skips lines that are no runs, or are of a later version', () =>
  inFolder(async (file) => {
    const history = createRunHistory(file);
    assert.deepEqual(await history.load(), []);
    await history.append(run('a', '2026-01-01', 5));
    await appendFile(file, 'torn {\n{"version":2,"job":"benchmark","id":"later","state":{}}\n');
    await history.append(run('b', '2026-01-02', 6));
    assert.deepEqual(await createRunHistory(file).load(), [run('a', '2026-01-01', 5), run('b', '2026-01-02', 6)]);
  }));

test('a run that is removed is gone, and what another window has kept meanwhile is not', () =>
  inFolder(async (file) => {
    const [here, there] = [createRunHistory(file), createRunHistory(file)];
    await here.append(run('a', '2026-01-01', 5));
    await here.load();
    await there.append(run('b', '2026-01-02', 6));
    await here.remove('a');
    assert.deepEqual(ids(await here.load()), ['b']);
    assert.match(await readFile(file, 'utf8'), /^\{"version":1,/);
  }));

test('grows to its bound, and loses the older runs then', () =>
  inFolder(async (file) => {
    const bound = 20_000;
    const history = createRunHistory(file, bound);
    for (let i = 0; i < 100; i++) {
      await history.append(run(String(i), '2026-01-01', i));
      assert.ok((await stat(file)).size <= bound);
    }
    const kept = ids(await history.load()).map(Number);
    assert.equal(kept.at(-1), 99);
    assert.ok(kept.length > 5 && kept.length < 50, String(kept.length));
    assert.deepEqual(
      kept,
      kept.map((_, index) => 100 - kept.length + index),
    );
  }));

test('shows the latest three hundred', () =>
  inFolder(async (file) => {
    const history = createRunHistory(file);
    for (let i = 0; i < 310; i++) await history.append(run(String(i), '2026-01-01', i));
    const kept = ids(await history.load());
    assert.equal(kept.length, 300);
    assert.equal(kept[0], '10');
  }));

test('the history of a benchmark is what the same capture took on the same device before', () => {
  const now = run('c', '2026-01-03', 7);
  const all = [run('a', '2026-01-01', 5), run('other device', '2026-01-02', 6, 'local-task'), now, run('later', '2026-01-04', 8)];
  assert.deepEqual(
    historyOf(now, all).map(({ run: id, median }) => [id, median]),
    [['a', 5]],
  );
});
