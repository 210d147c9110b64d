import assert from 'node:assert/strict';
import { test } from 'node:test';
import { density } from './density';

test('is highest where most samples are', () => {
  const { x, y } = density(Float64Array.of(1, 5, 5.1, 4.9, 5, 9), 0, 10);
  const top = y.indexOf(1);
  assert.ok(Math.abs((x[top] ?? 0) - 5) < 0.2);
  assert.ok((y[0] ?? 1) < 0.1);
});

test('shows both groups of a bimodal measurement', () => {
  const { x, y } = density(
    Float64Array.from({ length: 40 }, (_, i) => (i < 20 ? 2 : 8) + (i % 5) / 50),
    0,
    10,
  );
  const at = (wanted: number): number => y[x.findIndex((value) => value >= wanted)] ?? 0;
  assert.ok(at(2) > 0.8 && at(8) > 0.8 && at(5) < 0.1);
});

test('is a curve also for one sample, and none', () => {
  assert.ok(density(Float64Array.of(3), 0, 6).y.every(Number.isFinite));
  assert.ok(density(new Float64Array(), 0, 6).y.every((value) => value === 0));
});
