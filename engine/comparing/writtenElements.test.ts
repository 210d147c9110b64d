import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenElements } from './writtenElements';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('what neither side changed is as expected, whatever lies there', () => {
  const expected = { before: bytes(1, 1, 2, 2), after: bytes(1, 1, 5, 2) };
  const actual = { before: bytes(9, 9, 2, 2), after: bytes(9, 9, 7, 2) };
  assert.deepEqual(writtenElements({ binding: 0, expected, actual }, 2), bytes(1, 1, 7, 2));
});

test('an element that only one side changed was written by the other, too', () => {
  // What the actual side found there is what it had to leave; or it leaves what it found.
  const expected = { before: bytes(0, 0, 0, 0), after: bytes(0, 0, 3, 4) };
  const actual = { before: bytes(0, 0, 8, 4), after: bytes(0, 0, 8, 4) };
  assert.deepEqual(writtenElements({ binding: 2, expected, actual }, 4), bytes(0, 0, 8, 4));
  assert.deepEqual(writtenElements({ binding: 2, expected: actual, actual: expected }, 4), bytes(0, 0, 3, 4));
});

test('a transfer writes all of its target; elements may be cut off', () => {
  const expected = { before: bytes(), after: bytes(1, 2, 3) };
  const actual = { before: bytes(), after: bytes(4, 5, 6) };
  assert.deepEqual(writtenElements({ expected, actual }, 4), bytes(4, 5, 6));
  const before = bytes(0, 0, 0);
  assert.deepEqual(
    writtenElements({ binding: 1, expected: { before, after: before }, actual: { before, after: bytes(0, 0, 1) } }, 2),
    bytes(0, 0, 1),
  );
});

test('neither side is changed, whatever kind of array it is', () => {
  const expected = { before: Buffer.from([0, 0]), after: Buffer.from([1, 2]) };
  const actual = { before: Buffer.from([0, 0]), after: Buffer.from([3, 4]) };
  assert.deepEqual(writtenElements({ binding: 0, expected, actual }, 1), bytes(3, 4));
  assert.deepEqual(expected.after, Buffer.from([1, 2]));
});
