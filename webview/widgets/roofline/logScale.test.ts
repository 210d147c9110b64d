import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logScale } from './logScale';

const NONE = { below: 0, above: 0 };

test('equal ratios are equal distances', () => {
  const { at } = logScale([0.01, 100], NONE);
  const near = (value: number, place: number): void => assert.ok(Math.abs(at(value) - place) < 1e-12, String(value));
  near(0.01, 0);
  near(0.1, 0.25);
  near(1, 0.5);
  near(100, 1);
});

test('room is in decades, also about a single value', () => {
  const { low, high, at } = logScale([10], { below: 1, above: 2 });
  assert.ok(Math.abs(low - 1) < 1e-9 && Math.abs(high - 1000) < 1e-9);
  assert.ok(Math.abs(at(10) - 1 / 3) < 1e-12);
});

test('ticks are round, within the axis, and fewer a decade on a longer one', () => {
  assert.deepEqual(logScale([1.5, 30], NONE).ticks, [2, 5, 10, 20]);
  assert.deepEqual(logScale([0.05, 60], NONE).ticks, [0.1, 0.3, 1, 3, 10, 30]);
  assert.deepEqual(logScale([1e-3, 1e4], NONE).ticks, [1e-3, 1e-2, 1e-1, 1, 10, 100, 1000, 1e4]);
  assert.ok(logScale([1e-12, 1e12], NONE).ticks.length <= 9);
});
