import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkEnvironment, BenchmarkRow } from '../measurement/benchmark';
import type { HistoryPoint } from './results';
import { changeOf } from './changeFromEarlier';

const point = (median: number, disturbed = false): HistoryPoint => ({
  ...{ run: String(median), date: '2026-01-01', name: 'x', disturbed },
  statistics: row(median).statistics,
});

const row = (median: number, spread = 0.1): BenchmarkRow => ({
  name: 'x',
  kind: 'scope',
  label: 'execute',
  repetition: 0,
  iterations: 10,
  realNs: median,
  samples: new Float64Array(),
  statistics: {
    ...{ count: 10, minimum: median, p5: median, median, p95: median, maximum: median, mean: median, standardDeviation: 0, mad: 0 },
    ...{ interval: [median - spread, median + spread], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
  },
});

const quiet: BenchmarkEnvironment = {
  ...{ date: '', host: '', cpu: '', processors: 2, affinity: '0-1', engine: 'native', version: '', devices: [], workers: 1 },
  ...{ loadBefore: 0, loadAfter: 0, otherWork: 0.01, notes: [] },
};
const five = [100, 100.2, 99.9, 100.1, 100].map((median) => point(median));

test('a benchmark is told from the run before it by what earlier runs of the same code were from each other', () => {
  assert.equal(changeOf(row(90), quiet, five)?.verdict, 'faster');
  assert.equal(changeOf(row(110), quiet, five)?.verdict, 'slower');
  assert.equal(changeOf(row(100), quiet, five)?.verdict, 'no-difference');
  assert.equal(changeOf(row(90), quiet, five.slice(1))?.missing, 'noise');
  assert.equal(changeOf(row(100), quiet, []), undefined);
});

test('what other work disturbed is not told, and is no measure of noise', () => {
  assert.equal(changeOf(row(90), { ...quiet, otherWork: 0.4 }, five)?.missing, 'disturbed');
  assert.equal(changeOf(row(90), quiet, [...five.slice(0, 4), point(130, true), point(100)])?.verdict, 'faster');
  assert.equal(changeOf(row(90), undefined, five)?.missing, 'disturbed', 'before it has ended');
});
