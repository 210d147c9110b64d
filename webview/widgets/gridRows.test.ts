import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedTable, shownRows, type GridTable, type GridView } from './gridRows';

const table: GridTable = {
  ...{ name: 'functions', label: 'Functions', empty: '' },
  columns: [
    { name: 'fn', title: 'Function', width: '1fr' },
    { name: 'total', title: 'Total, ms', exported: 'Total, ns', width: '60px', numeric: true },
  ],
  rows: [
    {
      key: 'a',
      cells: [{ text: 'softmax' }, { text: '2', value: 2e6 }],
      children: [
        { key: 'a1', cells: [{ text: '#8' }, { text: '0.5', value: 5e5 }] },
        { key: 'a2', cells: [{ text: '#9' }, { text: '1.5', value: 15e5 }] },
      ],
    },
    { key: 'b', cells: [{ text: 'matmul_10' }, { text: '9', value: 9e6 }] },
    { key: 'c', cells: [{ text: 'matmul_9' }, { text: '' }] },
  ],
};
const view: GridView = { filter: '', open: new Set() };
const keys = (changed: Partial<GridView>): readonly string[] => shownRows(table, { ...view, ...changed }).map(({ row }) => row.key);

test('rows stand in their own order until a column sorts them', () => {
  assert.deepEqual(keys({}), ['a', 'b', 'c']);
  assert.deepEqual(keys({ sorting: { column: 'total', down: true } }), ['b', 'a', 'c']);
  assert.deepEqual(keys({ sorting: { column: 'total', down: false } }), ['c', 'a', 'b']);
  assert.deepEqual(keys({ sorting: { column: 'fn', down: false } }), ['c', 'b', 'a']);
});

test('what is below an open row follows it, sorted in itself', () => {
  const open = new Set(['a']);
  assert.deepEqual(keys({ open, sorting: { column: 'total', down: true } }), ['b', 'a', 'a2', 'a1', 'c']);
  const [first, second] = shownRows(table, { ...view, open });
  assert.deepEqual([first?.level, first?.expanded, second?.level, second?.expanded], [1, true, 2, undefined]);
});

test('what is below opens as well, and closed rows hide all that is in them', () => {
  const deep: GridTable = { ...table, rows: [{ key: 'top', cells: [{ text: 'execute' }], children: table.rows }] };
  const shown = (open: readonly string[], filter = ''): readonly string[] =>
    shownRows(deep, { filter, open: new Set(open) }).map(({ row, level }) => `${String(level)} ${row.key}`);
  assert.deepEqual(shown(['a']), ['1 top']);
  assert.deepEqual(shown(['top']), ['1 top', '2 a', '2 b', '2 c']);
  assert.deepEqual(shown(['top', 'a']), ['1 top', '2 a', '3 a1', '3 a2', '2 b', '2 c']);
  assert.deepEqual(shown(['top', 'a'], '#9'), ['1 top', '2 a', '3 a2']);
  assert.deepEqual(shown(['top', 'a'], 'execute'), ['1 top', '2 a', '3 a1', '3 a2', '2 b', '2 c']);
});

test('a row stays where something below it is found, with that alone', () => {
  assert.deepEqual(keys({ filter: '#9' }), ['a']);
  assert.deepEqual(keys({ filter: '#9', open: new Set(['a']) }), ['a', 'a2']);
  assert.deepEqual(keys({ filter: 'softmax', open: new Set(['a']) }), ['a', 'a1', 'a2']);
});

test('what is shown is what is exported', () => {
  assert.deepEqual(
    exportedTable(table, { ...view, filter: 'total:>1ms' }).rows.map(([cell]) => cell?.text),
    ['softmax', 'matmul_10'],
  );
});
