import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindingType } from './elementTypes';

void test('uses the type at the end of a name for every binding', () => {
  for (const ordinal of [0, 1, 2]) assert.equal(bindingType('main_dispatch_0_matmul_256x256x256_f32', ordinal, 3), 'f32');
  assert.equal(bindingType('reduce_128_F8E4M3FN', 0, 2), 'f8E4M3FN');
});

void test('uses the types of operands one by one', () => {
  const name = 'matmul_like_4x8x16_i8xi8xi32';
  assert.deepEqual(
    [0, 1, 2].map((ordinal) => bindingType(name, ordinal, 3)),
    ['i8', 'i8', 'i32'],
  );
});

void test('guesses only the result, as the last type, when there are more bindings than types', () => {
  assert.equal(bindingType('elementwise_64_bf16xf32', 0, 3), undefined);
  assert.equal(bindingType('elementwise_64_bf16xf32', 2, 3), 'f32');
});

void test('guesses nothing when a name has no type', () => {
  assert.equal(bindingType('scale_add', 0, 1), undefined);
  assert.equal(bindingType('transpose_32x64', 0, 1), undefined);
});
