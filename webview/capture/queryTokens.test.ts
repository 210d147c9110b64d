import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedPieces } from '../widgets/markedPieces';
import { needles, queryTokens } from './queryTokens';

test('tells fields, values and free text apart and loses no character', () => {
  const query = 'op:dispatch  fn:*matmul* "two words" colour:red bytes:>1MB';
  const tokens = queryTokens(query);
  assert.equal(tokens.map(({ text }) => text).join(''), query);
  assert.deepEqual(
    tokens.filter(({ kind }) => kind !== 'blank').map(({ kind, text }) => `${kind} ${text}`),
    ['field op:', 'value dispatch', 'field fn:', 'value *matmul*', 'text "two words"', 'text colour:red', 'field bytes:', 'value >1MB'],
  );
});

test('copes with a query that is being typed', () => {
  for (const query of ['', ' ', 'op:', '"', 'fn:"', ':', '!status:']) {
    assert.equal(
      queryTokens(query)
        .map(({ text }) => text)
        .join(''),
      query,
    );
  }
});

test('looks for the literal pieces of a pattern, each in its column', () => {
  assert.deepEqual(needles('op:queue_* fn:*MatMul*f32'), { operation: ['queue_'], target: ['matmul', 'f32'] });
  assert.deepEqual(needles('barrier status:!OK bytes:>1MB'), { operation: ['barrier'], target: ['barrier'] });
});

test('marks every occurrence whatever its case', () => {
  assert.deepEqual(markedPieces('mlp_MatMul_matmul', ['matmul']), ['mlp_', 'MatMul', '_', 'matmul', '']);
  assert.deepEqual(markedPieces('abc', []), ['abc']);
});
