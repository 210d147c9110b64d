import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchInOrder } from './matchInOrder';

const matched = (one: string, other: string): string =>
  matchInOrder(Array.from(one), Array.from(other))
    .map((pair) => pair.join('-'))
    .join(' ');

test('as many as possible are matched, in the order of both', () => {
  assert.equal(matched('abc', 'abc'), '0-0 1-1 2-2');
  assert.equal(matched('xaxbx', 'ab'), '1-0 3-1');
  assert.equal(matched('abcabba', 'cbabac').split(' ').length, 4);
  assert.equal(matched('aab', 'ab'), '0-0 2-1');
  assert.equal(matched('', 'ab'), '');
  assert.equal(matched('ab', 'cd'), '');
});

test('too many are not matched', () => {
  const many = Array.from({ length: 5000 }, String);
  assert.throws(() => matchInOrder(many, many), /5000 and 5000 dispatches are too many/);
});
