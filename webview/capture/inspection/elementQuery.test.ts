import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './elementQuery';

test('a number finds what equals it, and signs before it compare', () => {
  assert.deepEqual(parseQuery('0.5'), { is: 'equal', value: '0.5' });
  assert.deepEqual(parseQuery(' > 1e-2 '), { is: 'greater', value: '1e-2' });
  assert.deepEqual(parseQuery('<=-3'), { is: 'lessOrEqual', value: '-3' });
  assert.deepEqual(parseQuery('!=0x10'), { is: 'notEqual', value: '0x10' });
  assert.deepEqual(parseQuery('true'), { is: 'equal', value: '1' });
});

test('words find what is no number, and what changed', () => {
  assert.deepEqual(parseQuery('NaN'), { is: 'nan' });
  assert.deepEqual(parseQuery('inf'), { is: 'infinite' });
  assert.deepEqual(parseQuery('Changed'), { is: 'changed' });
});

test('what says nothing is no query', () => {
  for (const text of ['', 'x', '>', '=<3', '1.2.3', '3 4', '> nan']) assert.equal(parseQuery(text), undefined, text);
});
