import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedPieces } from './markedPieces';
import { namePieces, shortNames, withoutShared } from './shortNames';

const NETWORK = [
  'net$async_dispatch_0_conv_64x111x111x3x3x3_f32',
  'net$async_dispatch_10_slow_memcpy',
  'net$async_dispatch_2_softmax_8_f32',
];

test('what all dispatches of a model begin with is left out', () => {
  const names = shortNames(NETWORK);
  assert.equal(names.shared, 'net$async_dispatch_');
  assert.deepEqual(names.hidden('net$async_dispatch_10_slow_memcpy'), { begin: 0, end: 19 });
  assert.equal(names.hidden('other'), undefined);
});

test('a number that all names share stays', () => {
  assert.equal(shortNames(['a_dispatch_10_x', 'a_dispatch_11_x']).shared, 'a_dispatch_');
  assert.equal(shortNames(['main_dispatch_0_matmul']).shared, 'main_dispatch_');
});

test('of several models what stands between model and number is left out', () => {
  const names = shortNames(['mlp_dispatch_1_matmul', 'head_dispatch_1_matmul']);
  assert.equal(names.shared, '_dispatch_');
  assert.deepEqual(names.hidden('head_dispatch_1_matmul'), { begin: 4, end: 14 });
});

test('as text a name has an ellipsis where something between its words is left out', () => {
  assert.equal(withoutShared(shortNames(NETWORK), 'net$async_dispatch_2_softmax_8_f32'), '2_softmax_8_f32');
  const models = shortNames(['mlp_dispatch_1_matmul', 'head_dispatch_1_matmul']);
  assert.equal(withoutShared(models, 'head_dispatch_1_matmul'), 'head…1_matmul');
  assert.equal(withoutShared(models, 'other'), 'other');
});

test('other names lose whole words alone, and none becomes empty', () => {
  assert.equal(shortNames(['kernel_add_f32', 'kernel_addition']).shared, 'kernel_');
  assert.equal(shortNames(['add', 'adder']).shared, '');
  assert.equal(shortNames(['kernel_', 'kernel_add']).shared, '');
  assert.equal(shortNames([]).shared, '');
});

test('the longest name is as long as it is drawn', () => {
  assert.equal(shortNames(['kernel_add_f32', 'kernel_addition']).longest, 'addition'.length);
  assert.equal(shortNames(['add', 'adder']).longest, 'adder'.length);
  assert.equal(shortNames([]).longest, 0);
});

test('the pieces of a name are all of it, and its end stays', () => {
  const [name] = NETWORK;
  assert.ok(name !== undefined);
  const pieces = namePieces(name, shortNames(NETWORK).hidden(name), [name]);
  assert.equal(pieces.map(({ text }) => text).join(''), name);
  assert.deepEqual(
    pieces.map(({ kind }) => kind),
    ['hidden', 'gives way', 'end'],
  );
  assert.match(pieces.at(-1)?.text ?? '', /_f32$/);
});

test('what a query has found is never left out and never gives way', () => {
  const [name] = NETWORK;
  assert.ok(name !== undefined);
  const hidden = shortNames(NETWORK).hidden(name);
  const found = namePieces(name, hidden, markedPieces(name, ['conv']));
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['hidden', 'end', 'found', 'end'],
  );
  const inShared = namePieces(name, hidden, markedPieces(name, ['async']));
  assert.ok(inShared.every(({ kind }) => kind !== 'hidden'));
  assert.equal(inShared.map(({ text }) => text).join(''), name);
});
