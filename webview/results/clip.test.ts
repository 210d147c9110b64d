import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipped } from './clip';

test('a value far above all others is drawn at the edge, and counted', () => {
  assert.deepEqual(clipped(Float64Array.of(10, 11, 12, 500), 10, 12), { values: Float64Array.of(10, 11, 12, 14), beyond: 1 });
});

test('values that are near each other stay as they are', () => {
  assert.deepEqual(clipped(Float64Array.of(10, 10, 10.1), 10, 10), { values: Float64Array.of(10, 10, 10.1), beyond: 0 });
});
