import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenOperations } from './selection';
import type { TracedOperation } from './tracedOperations';

const described = (name: string): TracedOperation => ({
  ...{ name, count: 1 },
  description: { overload: name, pytorch: '2.8.0', arguments: [] },
});
const all: readonly TracedOperation[] = [
  described('aten::mm'),
  { name: 'step', count: 2, undescribed: { reason: 'range', message: 'a range' } },
  described('aten::addmm'),
  described('aten::relu'),
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
