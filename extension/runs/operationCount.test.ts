import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationCount } from './operationCount';

test('a count is a number or a product of numbers', () => {
  assert.equal(operationCount('33554432'), 33554432);
  assert.equal(operationCount(' 33,554,432 '), 33554432);
  assert.equal(operationCount('3.4e7'), 3.4e7);
  assert.equal(operationCount('2 * 256 * 256 × 256'), 33554432);
});

test('what is no number above zero is none', () => {
  for (const typed of ['', '0', '-1', '2*', 'many', '1e999', '2 ** 3', '0x10', '1 2'])
    assert.equal(operationCount(typed), undefined, typed);
});
