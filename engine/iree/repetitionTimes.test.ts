import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DispatchEvent } from './dispatchEvents';
import { repetitionTimes } from './repetitionTimes';

const event = (executable: number, startTick: number, ticks: number, device = 0): DispatchEvent => ({
  ...{ device, executable, startTick, ticks },
  ns: 10 * ticks,
});

const before = [event(1, 0, 500), event(2, 1000, 700)];
const series = [0, 1, 2, 2, 0, 1];
const ours = [3, 4, 5, 5, 3, 4].map((executable, index) => event(executable, 2000 + 100 * index, 8 * (index + 2)));

test('the last dispatches are the series, whatever numbers its executables have', () => {
  assert.deepEqual(repetitionTimes([...before, ...ours], series), {
    ns: [160, 240, 320, 400, 480, 560],
    spanNs: 5000,
    resolutionNs: 80,
  });
  assert.ok(repetitionTimes(ours, series));
});

test('of several devices one has the series', () => {
  const other = [event(7, 0, 5, 1), event(8, 10, 5, 1)];
  assert.equal(repetitionTimes([...other, ...before, ...ours], series)?.ns.length, 6);
  assert.equal(repetitionTimes([...ours, ...ours.map((one) => ({ ...one, device: 1 }))], series), undefined);
});

test('a dispatch too few, one too many, or one without a time makes no series', () => {
  assert.equal(repetitionTimes([], series), undefined);
  for (const index of ours.keys()) assert.equal(repetitionTimes([...before, ...ours.toSpliced(index, 1)], series), undefined);
  assert.equal(repetitionTimes([...before, event(4, 1500, 8), ...ours], series), undefined);
  const [first, ...rest] = ours;
  assert.ok(first !== undefined);
  assert.equal(repetitionTimes([...before, { ...first, ns: NaN }, ...rest], series), undefined);
});

test('executables that are taken for each other make no series', () => {
  assert.equal(repetitionTimes([...before, ...ours.map((one) => ({ ...one, executable: 3 }))], series), undefined);
  const swapped = ours.map((one, index) => (index === 4 ? { ...one, executable: 4 } : one));
  assert.equal(repetitionTimes([...before, ...swapped], series), undefined);
});
