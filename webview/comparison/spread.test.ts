import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadOf } from './spread';

test('a spread has the median, the distances from it, and what nearly all do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assert.deepEqual(spreadOf(hundred), { samples: 100, median: 50.5, mad: 25, p95: 95, least: 1, most: 100 });
  assert.deepEqual(spreadOf([7]), { samples: 1, median: 7, mad: 0, p95: 7, least: 7, most: 7 });
});

test('nothing is said of no samples', () => {
  assert.equal(spreadOf([]), undefined);
});
