import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenOperation, chosenOperations } from './selection';
import type { TracedOperation } from './tracedOperations';

const described = (number: number, name: string): TracedOperation => ({
  ...{ number, name, count: 1 },
  description: { overload: name, pytorch: '2.8.0', arguments: [] },
});
const all: readonly TracedOperation[] = [
  described(1, 'aten::mm'),
  { number: 2, name: 'step', count: 2, undescribed: { reason: 'range', message: 'a range' } },
  described(3, 'aten::addmm'),
  described(4, 'aten::relu'),
];
const numbers = (asked: Partial<Parameters<typeof chosenOperations>[1]>): readonly number[] =>
  chosenOperations(all, { filters: [], operations: [], ...asked }).described.map(({ number }) => number);

test('operations are chosen by their names, by their numbers, and up to a limit', () => {
  assert.deepEqual(numbers({}), [1, 3, 4]);
  assert.deepEqual(numbers({ filters: ['mm'] }), [1, 3]);
  assert.deepEqual(numbers({ filters: ['mm'], operations: [3, 4] }), [3]);
  assert.deepEqual(numbers({ limit: 3 }), [1, 3]);
});

test('those without a description are told with the reason', () => {
  const { undescribed } = chosenOperations(all, { filters: ['step'], operations: [] });
  assert.deepEqual(undescribed, [{ number: 2, name: 'step', count: 2, reason: 'range', message: 'a range' }]);
});

test('where nothing is meant it is said why', () => {
  assert.throws(() => numbers({ operations: [5] }), /there is no operation 5: 4 are in it/);
  assert.throws(() => numbers({ filters: ['conv'] }), /none of its 4 operations is meant/);
  assert.throws(() => chosenOperations([], { filters: [], operations: [] }), /no operations with shapes/);
});

test('the only one that is meant is it, where the others have no description', () => {
  assert.equal(chosenOperation(all, { filters: [], operations: [3] }).name, 'aten::addmm');
  assert.equal(chosenOperation(all.slice(0, 2), { filters: [], operations: [] }).number, 1);
});

test('of several the first are listed with their numbers, to choose one', () => {
  const asked = { filters: [], operations: [] };
  assert.throws(() => chosenOperation(all, { ...asked, filters: ['mm'] }), {
    message: '2 operations are meant: choose one by --operation=N\n  #1  aten::mm()\n  #3  aten::addmm()',
  });
  const many = Array.from({ length: 7 }, (_, index) => described(index + 1, `aten::op${index}`));
  assert.throws(() => chosenOperation(many, asked), /#5 {2}aten::op4\(\)\n {2}and 2 more$/);
});

test('where the only one has no description it is said why', () => {
  assert.throws(() => chosenOperation(all, { filters: ['step'], operations: [] }), { message: 'a range' });
});
