import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenRanges } from './writtenRanges';

const BOUND = [
  { buffer: '7', offset: '6', length: '200' },
  { buffer: '9', offset: '0', length: '16' },
];

function changed(...places: readonly number[]): ReturnType<typeof writtenRanges> {
  const before = new Uint8Array(216);
  const after = Uint8Array.from(before);
  for (const place of places) after[place] = 1;
  return writtenRanges(BOUND, before, after, 3);
}

test('what stays as it is is not written', () => {
  assert.deepEqual(changed(), []);
});

test('ranges are whole words of the buffer, within what is bound', () => {
  assert.deepEqual(changed(9, 30), [{ buffer: '7', offset: '12', length: '28' }]);
  assert.deepEqual(changed(0, 3), [{ buffer: '7', offset: '8', length: '4' }]);
  assert.deepEqual(changed(199), [], 'the word that ends behind it');
  assert.deepEqual(changed(200, 215), [{ buffer: '9', offset: '0', length: '16' }]);
});

test('bytes that happen to be what was there part no range, but many do', () => {
  assert.deepEqual(changed(2, 60), [{ buffer: '7', offset: '8', length: '60' }]);
  assert.deepEqual(changed(2, 100), [
    { buffer: '7', offset: '8', length: '4' },
    { buffer: '7', offset: '104', length: '4' },
  ]);
});

test('where there are too many, none is told', () => {
  assert.deepEqual(changed(2, 80, 160, 204), []);
});
