import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mismatch } from '../../protocol/replay/verification';
import { whereWords } from './mismatch';

const mismatch = (parts: readonly number[]): Mismatch => ({ columns: 100, rows: 64, cell: [32, 50], parts, around: [] });

test('says in which rows and columns the differences lie', () => {
  assert.equal(whereWords(mismatch([0, 0, 0.5, 0.1])), 'The differences lie in rows 32 to 63 and all columns.');
  assert.equal(whereWords(mismatch([0, 1, 0, 0])), 'The differences lie in rows 0 to 31 and columns 50 to 99.');
  assert.equal(whereWords(mismatch([0.5, 0, 0, 1])), 'The differences lie in all rows and columns.');
  assert.equal(whereWords(mismatch([1, 1, 1, 1])), 'Every element differs.');
});
