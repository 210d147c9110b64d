import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inUnit, timeText, unitFor } from './timeUnit';

test('the unit is the largest in which the time is at least 1', () => {
  assert.deepEqual(
    [0.5, 5, 5e3, 5e6, 5e9].map((ns) => unitFor(ns).name),
    ['ns', 'ns', 'µs', 'ms', 's'],
  );
});

test('times have four significant digits, also below 1 of their column', () => {
  assert.equal(timeText(945_852_000), '945.9 ms');
  assert.equal(timeText(2_272_000), '2.272 ms');
  assert.equal(inUnit(31_400, unitFor(5e6)), '0.03140');
  assert.equal(timeText(0), '0 ns');
});
