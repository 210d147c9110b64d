import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt, readings } from './fieldRanges';

const ranges = [
  { name: 'payload', offset: 96, length: 64 },
  { name: 'id', offset: 96, length: 8 },
  { name: 'count', offset: 132, length: 12 },
];

test('finds the narrowest field of a byte', () => {
  assert.equal(fieldAt(ranges, 100)?.name, 'id');
  assert.equal(fieldAt(ranges, 104)?.name, 'payload');
  assert.equal(fieldAt(ranges, 143)?.name, 'count');
  assert.equal(fieldAt(ranges, 95), undefined);
  assert.equal(fieldAt(ranges, 160), undefined);
});

test('reads little-endian numbers, 64 bits exactly, as far as there are bytes', () => {
  const bytes = new Uint8Array(8).fill(255);
  assert.deepEqual(
    readings(bytes.subarray(0, 2)).map(({ type, value }) => `${type} ${value}`),
    ['u8 255', 'u16 65535'],
  );
  assert.equal(readings(bytes).find(({ type }) => type === 'u64')?.value, '18446744073709551615');
  assert.equal(readings(new Uint8Array([0, 0, 128, 63])).find(({ type }) => type === 'f32')?.value, '1');
});
