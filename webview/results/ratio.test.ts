import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SampleStatistics } from '../../protocol/statistics';
import { ratioOfMedians, ratioWords } from './ratio';

const statistics = (median: number, half: number): SampleStatistics => ({
  ...{ count: 30, minimum: 0, p5: 0, median, p95: 0, maximum: 0, mean: 0, standardDeviation: 0, mad: 0 },
  ...{ interval: [median - half, median + half], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
});

test('a ratio has the interval of both medians', () => {
  const { ratio, interval, verdict } = ratioOfMedians(statistics(200, 6), statistics(100, 4));
  assert.equal(ratio, 2);
  // exp(sqrt(0.03^2 + 0.04^2)) = exp(0.05)
  assert.ok(Math.abs(interval[0] - 2 / Math.exp(0.05)) < 1e-12 && Math.abs(interval[1] - 2 * Math.exp(0.05)) < 1e-12);
  assert.equal(verdict, 'faster');
  assert.equal(ratioWords({ ratio, interval, verdict }), '2.00x faster [1.90, 2.10]');
});

test('slower is said with a factor above 1, too', () => {
  assert.equal(ratioWords(ratioOfMedians(statistics(100, 1), statistics(150, 1.5))), '1.50x slower [1.48, 1.52]');
});

test('what lies within the intervals, or within the noise between runs, is no difference', () => {
  assert.equal(ratioOfMedians(statistics(100, 5), statistics(104, 5)).verdict, 'no-difference');
  assert.equal(ratioOfMedians(statistics(100, 0.1), statistics(104, 0.1)).verdict, 'slower');
  assert.equal(ratioOfMedians(statistics(100, 0.1), statistics(104, 0.1), 0.05).verdict, 'no-difference');
});

test('of a time of nothing there is no ratio', () => {
  assert.equal(ratioOfMedians(statistics(0, 0), statistics(10, 1)).verdict, 'no-difference');
});
