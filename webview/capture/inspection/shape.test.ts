import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessShape, indexText, parseShape, parseStrided, rowIndex } from './shape';

function mistake(text: string, total: number): string {
  const shape = parseShape(text, total);
  assert.equal(typeof shape, 'string');
  return typeof shape === 'string' ? shape : '';
}

test('a shape is dimensions with an x between, one of them may be left open', () => {
  assert.deepEqual(parseShape('4x64x64', 16384), { dimensions: [4, 64, 64], columns: 64 });
  assert.deepEqual(parseShape('4, 64, 64', 16384), { dimensions: [4, 64, 64], columns: 64 });
  assert.deepEqual(parseShape(' ? x 64 ', 16384), { dimensions: [256, 64], columns: 64 });
  assert.deepEqual(parseShape('7', 7), { dimensions: [7], columns: 7 });
});

test('what does not fit is said', () => {
  assert.match(mistake('4x4', 17), /16 elements, the range has 17/);
  assert.match(mistake('?x4', 17), /no multiple of 4/);
  assert.match(mistake('?x?', 16), /Only one/);
  assert.match(mistake('a', 16), /Dimensions/);
  assert.match(mistake('0x4', 0), /is 0/);
});

test('strides are elements from one index to the next, and stay in the range', () => {
  assert.deepEqual(parseStrided('3x2', '1, 3', 6), { shape: { dimensions: [3, 2], columns: 2 }, strides: [1, 3] });
  assert.deepEqual(parseStrided('4x4', '0, 1', 4), { shape: { dimensions: [4, 4], columns: 4 }, strides: [0, 1] });
  const wrong = (shape: string, strides: string, total: number): string => {
    const parsed = parseStrided(shape, strides, total);
    return 'problem' in parsed ? `${parsed.field}: ${parsed.problem}` : 'read';
  };
  assert.equal(wrong('3x2', '1, 3', 5), 'shape: The last element is number 6, the range has 5.');
  assert.equal(wrong('3x2', '1', 6), 'strides: 2 dimensions need as many strides, not 1.');
  assert.match(wrong('3x?', '1, 3', 6), /^shape: .*all dimensions are numbers/);
  assert.match(wrong('3x2', '-1, 3', 6), /^strides: Strides are elements/);
});

test('begins with rows as long as the name of the function says', () => {
  assert.equal(guessShape(65536, 'matmul_256x256x256_f32'), '256x256');
  assert.equal(guessShape(16384, 'block_dispatch_9_softmax_4x64x64xf32'), '256x64');
  assert.equal(guessShape(4, 'elementwise_mul'), '4');
  assert.equal(guessShape(32, undefined), '4x8');
  assert.equal(guessShape(13, undefined), '?x1');
});

test('rows are numbered by the dimensions before the last, elements by all', () => {
  assert.deepEqual(rowIndex({ dimensions: [4, 64, 64], columns: 64 }, 2 * 64 + 17), [2, 17]);
  assert.deepEqual(rowIndex({ dimensions: [9], columns: 9 }, 0), []);
  assert.equal(indexText({ dimensions: [4, 64, 64], columns: 64 }, (2 * 64 + 17) * 64 + 5), '[2, 17, 5]');
});
