/** Only ends shorter than a word, and behind something that was written, are of no tensor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeBefore, unwrittenEnds, withEndOf } from './unwrittenEnds';

const ends = (a: readonly number[], b: readonly number[]): readonly number[] =>
  unwrittenEnds([Uint8Array.from(a)], [Uint8Array.from(b)], 0xa5);

test('bytes that hold what memory was filled with, each time, were not written', () => {
  assert.deepEqual(ends([1, 0xa5, 0xa5, 0xa5], [1, 0x5a, 0x5a, 0x5a]), [3]);
  assert.deepEqual(ends([1, 2, 3, 4, 5, 6, 0xa5, 0xa5], [1, 2, 3, 4, 5, 6, 0x5a, 0x5a]), [2]);
  assert.deepEqual(ends([0xa5, 7], [0x5a, 7]), [0]);
});

test('a byte that happens to be the same was written', () => {
  assert.deepEqual(ends([1, 0xa5], [1, 0xa5]), [0]);
  assert.deepEqual(ends([1, 0xa5, 0xa5], [1, 0xa5, 0x5a]), [1]);
});

test('results that are missing are no end', () => {
  assert.deepEqual(ends([1, 0xa5, 0xa5, 0xa5, 0xa5], [1, 0x5a, 0x5a, 0x5a, 0x5a]), [0]);
  assert.deepEqual(ends([0xa5, 0xa5], [0x5a, 0x5a]), [0]);
  assert.deepEqual(ends([], []), [0]);
});

test('an output that only one replay has is compared to its end', () => {
  assert.deepEqual(unwrittenEnds([Uint8Array.of(1, 0xa5)], [], 0xa5), [0]);
});

test('what is right stands in the place of an end', () => {
  const [right, found] = [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6, 7, 8)];
  assert.deepEqual([...withEndOf(right, found, 3)], [5, 2, 3, 4]);
  assert.equal(withEndOf(right, found, 0), found);
});

test('elements that an end would cut are none', () => {
  assert.equal(typeBefore(3, 4, 'f32'), 'bytes');
  assert.equal(typeBefore(2, 8, 'f16'), 'f16');
  assert.equal(typeBefore(1, 8, 'f16'), 'bytes');
  assert.equal(typeBefore(0, 8, 'f64'), 'f64');
});
