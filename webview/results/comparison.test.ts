import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkRow } from '../../protocol/benchmark';
import type { HistoryPoint } from '../../protocol/results';
import { changeOf, noiseOf } from './comparison';

const point = (median: number, spread = 1): HistoryPoint => ({
  run: String(median),
  date: '2026-01-01',
  name: 'x',
  median,
  interval: [median - spread, median + spread],
});

const row = (median: number, spread = 1): BenchmarkRow => ({
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

test('intervals apart are a change, overlapping ones are noise', () => {
  assert.equal(changeOf(row(90), [point(100)])?.verdict, 'faster');
  assert.equal(changeOf(row(110), [point(100)])?.verdict, 'slower');
  assert.equal(changeOf(row(101), [point(100)])?.verdict, 'noise');
  assert.equal(changeOf(row(100), []), undefined);
});

test('what lies within the band of earlier runs is noise, however narrow the intervals are', () => {
  const history = [100, 104, 96, 103, 97].map((median) => point(median, 0.1));
  const noise = noiseOf(history);
  assert.ok(noise !== undefined && noise > 0.08 && noise < 0.1, String(noise));
  assert.equal(changeOf(row(103, 0.1), history)?.verdict, 'noise');
  assert.equal(changeOf(row(80, 0.1), history)?.verdict, 'faster');
});

test('two runs tell nothing about noise', () => {
  assert.equal(noiseOf([point(100), point(101)]), undefined);
});
