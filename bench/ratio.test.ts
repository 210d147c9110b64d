import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostOne, measuredRatio } from './ratio';

test('gives the median, and the ranks between which it lies in 95 of 100 cases', () => {
  // Of nine, the second and the eighth: it lies outside these with a probability of 2 * (1 + 9) / 512.
  assert.deepEqual(measuredRatio([9, 1, 8, 2, 7, 3, 6, 4, 5]), { median: 5, low: 2, high: 8 });
  assert.deepEqual(measuredRatio([1, 2, 3, 4, 5, 6]), { median: 3.5, low: 1, high: 6 });
  assert.deepEqual(measuredRatio(Array.from({ length: 25 }, (_, i) => i + 1)), { median: 13, low: 8, high: 18 });
  assert.deepEqual(measuredRatio([1.5]), { median: 1.5, low: 1.5, high: 1.5 });
});

test('is met by a ratio that may be 1, not by one surely above it, and gives the interval that decides', () => {
  const around = (middle: number): readonly number[] => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((i) => middle + i / 100);
  assert.deepEqual(atMostOne(around(0.9)), { ratio: '0.90 [0.87, 0.93]', target: 'at most 1, but for noise', met: true });
  assert.deepEqual(atMostOne(around(1.02)), { ratio: '1.02 [0.99, 1.05]', target: 'at most 1, but for noise', met: true });
  assert.deepEqual(atMostOne(around(1.04)), { ratio: '1.04 [1.01, 1.07]', target: 'at most 1, but for noise', met: false });
  // Without noise, two percent is too much.
  assert.equal(atMostOne(Array.from({ length: 9 }, () => 1.02)).met, false);
});
