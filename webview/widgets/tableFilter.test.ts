import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFilter } from './tableFilter';

const columns = [{ name: 'fn' }, { name: 'max' }, { name: 'share' }];
const rows = [
  [{ text: 'mlp_1_matmul_f32' }, { text: '3.331', value: 3.331e6 }, { text: '30.5 %', value: 0.305 }],
  [{ text: 'head_2_softmax_f32' }, { text: '0.652', value: 652e3 }, { text: '1.6 %', value: 0.016 }],
];
const shown = (query: string): readonly number[] => {
  const test = tableFilter(query, columns);
  return rows.flatMap((row, i) => (test(row) ? [i] : []));
};

test('words are looked for in every column, whatever their case', () => {
  assert.deepEqual(shown('MATMUL'), [0]);
  assert.deepEqual(shown('30.5'), [0]);
  assert.deepEqual(shown('f32 head'), [1]);
  assert.deepEqual(shown('"30.5 %"'), [0]);
  assert.deepEqual(shown(''), [0, 1]);
});

test('a column is compared with numbers in their units', () => {
  assert.deepEqual(shown('max:>3ms'), [0]);
  assert.deepEqual(shown('max:<1000us'), [1]);
  assert.deepEqual(shown('max:>=652us'), [0, 1]);
  assert.deepEqual(shown('share:>10%'), [0]);
  assert.deepEqual(shown('max:652000'), [1]);
});

test('stars and question marks stand for characters, and ! and - for what is not', () => {
  assert.deepEqual(shown('fn:*softmax*'), [1]);
  assert.deepEqual(shown('fn:mlp_?_*'), [0]);
  assert.deepEqual(shown('!fn:*softmax*'), [0]);
  assert.deepEqual(shown('-softmax'), [0]);
});

test('what looks like a column and is none is a word, and a number that is none is text', () => {
  assert.deepEqual(shown('other:word'), []);
  assert.deepEqual(shown('fn:>3'), []);
  assert.deepEqual(shown('fn:('), []);
});
