import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkName, parseMinTime } from './benchmark';
import { benchmarkJson } from './googleBenchmark';

test('takes times and iterations as Google Benchmark does', () => {
  assert.deepEqual(parseMinTime('20x'), { iterations: 20 });
  assert.deepEqual(parseMinTime('1.5s'), { ns: 1.5e9 });
  assert.deepEqual(parseMinTime('2'), { ns: 2e9 });
  for (const wrong of ['', 'x', '0x', '-1s', '1m', '1e3x']) assert.throws(() => parseMinTime(wrong), /neither a number/);
});

test("names benchmarks as IREE's tool does", () => {
  assert.equal(benchmarkName(undefined), 'BM_replay/process_time/real_time');
  assert.equal(benchmarkName('execute'), 'BM_replay/scope:execute/process_time/manual_time');
});

test("writes the fields of Google Benchmark's JSON", () => {
  const json = JSON.parse(
    benchmarkJson([{ name: 'BM_replay/process_time/real_time', iterations: 20, realNs: 61_660, cpuNs: 50 }], 'x'),
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
