import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ancestor, Row, RowPage } from '../../protocol/capture/recordRows';
import { enclosing, stickyRows } from './enclosing';

const row = (key: string, depth: number): Row => ({
  key,
  depth,
  children: 0,
  expanded: false,
  class: 'other',
  operation: '',
  target: [],
  details: [],
  matched: false,
});

function page(start: number, depths: readonly number[], ancestors: readonly Ancestor[] = []): RowPage {
  return { start, total: 100, version: 1, rows: depths.map((depth, i) => row(String(start + i), depth)), ancestors };
}

const keys = (list: readonly Ancestor[]): string[] => list.map(({ row: { key } }) => key);

test('follows depths from the start of the page', () => {
  const rows = page(0, [0, 1, 2, 2, 1, 0, 1]);
  assert.deepEqual(keys(enclosing(rows, 3)), ['0', '1']);
  assert.deepEqual(keys(enclosing(rows, 4)), ['0']);
  assert.deepEqual(keys(enclosing(rows, 6)), ['5']);
});

test('knows from the page what lies above it', () => {
  const rows = page(
    50,
    [2, 2, 1],
    [
      { index: 3, row: row('3', 0) },
      { index: 7, row: row('7', 1) },
    ],
  );
  assert.deepEqual(keys(enclosing(rows, 51)), ['3', '7']);
  assert.deepEqual(keys(enclosing(rows, 52)), ['3']);
});

test('keeps what encloses the rows in view, but never a row that is in view itself', () => {
  const rows = page(0, [0, 1, 2, 2, 2, 1, 1]);
  assert.deepEqual(keys(stickyRows(() => rows, 0, 2)), []);
  assert.deepEqual(keys(stickyRows(() => rows, 2, 2)), ['0', '1']);
  assert.deepEqual(keys(stickyRows(() => rows, 5, 2)), ['0']);
});
