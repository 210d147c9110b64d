import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianOf } from './statistics';

test('the median is the middle, or between the two in the middle, in whatever order', () => {
  assert.equal(medianOf([3, 1, 2]), 2);
  assert.equal(medianOf(Float64Array.of(10, 9, 1, 2)), 5.5);
  assert.ok(Number.isNaN(medianOf([])));
});
