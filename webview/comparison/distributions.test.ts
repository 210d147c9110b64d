import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binsOf } from './distributions';

test('every sample of both is in a part of one scale', () => {
  const { a, b, low } = binsOf({ a: [10, 10, 20, 5000], b: [12, 30] }, 8);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  assert.equal(low, 10);
  assert.deepEqual([sum(a), sum(b)], [4, 2]);
});

test('times that are all the same have a scale', () => {
  const { low, high, a } = binsOf({ a: [7, 7], b: [7] }, 4);
  assert.ok(high > low);
  assert.deepEqual(a, [2, 0, 0, 0]);
});

test('no times have no parts', () => {
  assert.deepEqual(binsOf({ a: [], b: [] }, 2).a, [0, 0]);
});
