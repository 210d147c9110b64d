import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthText, momentText, stepOf, ticksOf } from './ticks';

const labels = (from: bigint, to: bigint, width: number): string[] =>
  ticksOf({ from, to }, width)
    .list.map(({ label }) => label)
    .filter((label) => label !== '');

test('steps are 1, 2 and 5 times powers of ten, never below a nanosecond', () => {
  assert.deepEqual(
    [0.2, 1, 1.5, 3, 7, 1200].map((least) => stepOf(least).step),
    [1, 1, 2, 5, 10, 2000],
  );
  assert.equal(stepOf(1).parts, 1);
});

test('ticks stand on round milliseconds', () => {
  assert.deepEqual(labels(397_650_000n, 416_050_000n, 962), [
    ...['396 ms', '398 ms', '400 ms', '402 ms', '404 ms', '406 ms', '408 ms', '410 ms', '412 ms', '414 ms', '416 ms'],
  ]);
});

test('before the first event times are negative', () => {
  assert.equal(labels(-1_500_000n, 2_000_000n, 300)[0], '−2 ms');
});

test('where a label would have too many digits it counts from a moment nearby', () => {
  const { base, list } = ticksOf({ from: 403_390_112n, to: 403_391_112n }, 900);
  assert.equal(base, 403_390_000n);
  assert.equal(list.find(({ label }) => label !== '')?.label, '+100 ns');
});

test('labels are as many as have room', () => {
  for (const span of [100n, 777n, 12_345n, 999_999_999n, 3_600_000_000_000n]) {
    const count = labels(0n, span, 1000).length;
    assert.ok(count >= 4 && count <= 13, `${span}: ${count}`);
  }
});

test('moments and lengths keep the digits that can be seen', () => {
  assert.equal(momentText(403_390_112n, 1000), '403.390 ms');
  assert.equal(momentText(403_390_112n, 1), '403.390112 ms');
  assert.equal(lengthText(2_322_365n), '2.322 ms');
  assert.equal(lengthText(12n), '12 ns');
  assert.equal(lengthText(0n), '0 ns');
});
