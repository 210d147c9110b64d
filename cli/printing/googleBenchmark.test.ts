import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkName, nameFilter } from '../../engine/jobs/benchmark';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import { benchmarkJson, withAggregates } from './googleBenchmark';

test("names benchmarks as IREE's tool does", () => {
  assert.equal(benchmarkName(undefined), 'BM_replay/process_time/real_time');
  assert.equal(benchmarkName('execute'), 'BM_replay/scope:execute/process_time/manual_time');
});

const environment: BenchmarkEnvironment = {
  date: '2026-08-21T10:00:00.000Z',
  host: 'h',
  cpu: 'c',
  processors: 2,
  affinity: '0-1',
  engine: 'native',
  version: '1',
  devices: ['local-sync'],
  workers: 1,
  loadBefore: 0,
  loadAfter: 0,
  notes: [],
};

test('filters names as Google Benchmark does', () => {
  assert.equal(nameFilter('scope:exec')('BM_replay/scope:execute/process_time/manual_time'), true);
  assert.equal(nameFilter('-scope:exec')('BM_replay/scope:execute/process_time/manual_time'), false);
  assert.equal(nameFilter(undefined)('x'), true);
});

test('puts four aggregates behind what was repeated, and none behind what was not', () => {
  const rows = [1, 2, 6].map((realNs) => ({ name: 'a', iterations: 10, realNs, cpuNs: 2 * realNs }));
  const all = withAggregates([...rows, { name: 'b', iterations: 1, realNs: 1 }]);
  assert.deepEqual(
    all.map(({ name, aggregate, realNs, iterations }) => [name, aggregate, Number(realNs.toFixed(6)), iterations]),
    [
      ['a', undefined, 1, 10],
      ['a', undefined, 2, 10],
      ['a', undefined, 6, 10],
      ['a', 'mean', 3, 3],
      ['a', 'median', 2, 3],
      ['a', 'stddev', 2.645751, 3],
      ['a', 'cv', 0.881917, 3],
      ['b', undefined, 1, 1],
    ],
  );
});

test('aggregates counters, too', () => {
  const rows = [100, 200].map((realNs) => ({ name: 'a', iterations: 10, realNs, fileReadNs: realNs / 2 }));
  assert.deepEqual(
    withAggregates(rows).map(({ aggregate, counters = {} }) => [
      aggregate,
      ...Object.values(counters).map((value) => Number(value.toPrecision(6))),
    ]),
    [[undefined], [undefined], ['mean', 7.5e6, 75], ['median', 7.5e6, 75], ['stddev', 3535530, 35.3553], ['cv', 0.471405, 0.471405]],
  );
});

test("writes the fields of Google Benchmark's JSON", () => {
  const json = JSON.parse(
    benchmarkJson([{ name: 'BM_replay/process_time/real_time', iterations: 20, realNs: 61_660, cpuNs: 50 }], 'x', 'ms', environment),
  ) as {
    benchmarks: Record<string, unknown>[];
  };
  assert.deepEqual(json.benchmarks[0], {
    name: 'BM_replay/process_time/real_time',
    family_index: 0,
    per_family_instance_index: 0,
    run_name: 'BM_replay/process_time/real_time',
    run_type: 'iteration',
    repetitions: 1,
    repetition_index: 0,
    threads: 1,
    iterations: 20,
    real_time: 0.06166,
    cpu_time: 0.00005,
    time_unit: 'ms',
    items_per_second: 1e9 / 61_660,
  });
});
