import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelWords, rateOrUnknown, rateWords, widthWords } from './roofWords';

test('a rate has three digits and the prefix that makes it shortest', () => {
  assert.deepEqual(
    [0, 1, 999.4, 999.5, 1e9, 12.345e9, 99.96e9, 999.6e9, 1.5e15].map((value) => rateWords(value, 'B')),
    ['0.00 B/s', '1.00 B/s', '999 B/s', '1.00 kB/s', '1.00 GB/s', '12.3 GB/s', '100 GB/s', '1.00 TB/s', '1.50 PB/s'],
  );
});

test('what is not known is said, and never a number', () => {
  assert.equal(rateOrUnknown(undefined, 'op'), 'not known');
  assert.equal(rateOrUnknown(2.5e12, 'op'), '2.50 Top/s');
});

test('levels and widths have their names', () => {
  assert.deepEqual([levelWords(0), levelWords(3)], ['memory', 'L3']);
  assert.deepEqual([widthWords({ bits: 0 }), widthWords({ bits: 512 })], ['one value', '512 bits']);
});
