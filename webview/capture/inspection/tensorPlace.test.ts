import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InspectedRange, Operand } from '../../../protocol/replay/inspection';
import { initialTexts, parseBytes, readPlace, type Place } from './tensorPlace';

const range: InspectedRange = { role: 'binding', ordinal: 1, buffer: '15', offset: '4096', length: '229376', changed: '65009' };
const operand: Operand = {
  range: 1,
  use: 'writes',
  offset: String(4096 + 65536),
  length: '65536',
  type: 'f32',
  shape: [4, 64, 64],
  basis: 'name',
  next: 'unknown',
};
const place: Place = { range, index: 1, operand, type: 'f32', texts: {}, function: 'softmax_4x64x64xf32' };

test('begins at the operand, in the shape that is guessed of it', () => {
  assert.deepEqual(initialTexts(place), { offset: '0x11000', length: '65536', shape: '4x64x64', strides: '4096, 64, 1' });
  assert.deepEqual(readPlace(place), {
    view: { range: 1, type: 'f32', offset: 65536, shape: [4, 64, 64], strides: [4096, 64, 1] },
    shape: { dimensions: [4, 64, 64], columns: 64 },
    guessed: true,
  });
});

test('another type, offset or length is read in a shape of as many elements', () => {
  assert.equal(initialTexts({ ...place, type: 'f16' }).shape, '512x64');
  assert.equal(initialTexts({ ...place, texts: { offset: '4096' } }).length, '229376');
  const part = readPlace({ ...place, texts: { offset: '0x1000', length: '4 KiB', shape: '4x?' } });
  assert.ok('view' in part);
  assert.deepEqual([part.view.offset, part.view.shape], [0, [4, 256]]);
});

test('strides take elements from further apart', () => {
  const columns = readPlace({ ...place, texts: { shape: '64x4', strides: '1, 4096' } });
  assert.ok('view' in columns);
  assert.deepEqual([columns.view.shape, columns.view.strides, columns.guessed], [[64, 4], [1, 4096], false]);
});

test('what lies outside of the range is said at the field that says it', () => {
  const field = (texts: Place['texts']): string => {
    const read = readPlace({ ...place, texts });
    return 'field' in read ? `${read.field}: ${read.problem}` : 'read';
  };
  assert.equal(field({ offset: '0' }), 'offset: The range has the offsets 4096 to 233472.');
  assert.equal(field({ length: '300000' }), 'length: The range ends 163840 bytes behind the offset.');
  assert.equal(field({ length: '3' }), 'length: 3 bytes hold no f32.');
  assert.equal(field({ offset: 'x' }), 'offset: An offset is a number of bytes, such as 4096 or 0x1000.');
  assert.equal(field({ shape: '4x4' }), 'shape: 4x4 is 16 elements, the range has 16384.');
  assert.equal(field({ strides: '1' }), 'strides: 3 dimensions need as many strides, not 1.');
});

test('bytes are said in decimal, hexadecimal, or a unit', () => {
  assert.deepEqual(['4096', '0x1000', '4 KiB', '4096 B', '1MiB', 'x', '-1', ''].map(parseBytes), [
    4096,
    4096,
    4096,
    4096,
    2 ** 20,
    undefined,
    undefined,
    undefined,
  ]);
});
