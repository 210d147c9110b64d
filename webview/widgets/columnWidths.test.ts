/** Numbers take what their longest needs, names what there is, up to theirs; others are as they say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnWidths } from './columnWidths';
import type { GridColumn } from './gridRows';

const widths = { title: (text: string): number => 6 * text.length, character: 7 };
const columns: readonly GridColumn[] = [
  { name: 'fn', title: 'Function', width: '100px', fits: 'names' },
  { name: 'count', title: 'n', width: '20px', numeric: true, fits: 'numbers' },
  { name: 'rest', title: 'Rest', width: 'minmax(48px, 1fr)' },
];

test('columns are as wide as what is longest in them, below other rows as well', () => {
  const rows = [
    {
      key: 'a',
      cells: [{ text: 'a'.repeat(20) }, { text: '12' }],
      children: [{ key: 'b', cells: [{ text: 'b' }, { text: '12345678' }] }],
    },
  ];
  assert.deepEqual(columnWidths({ columns, rows }, widths), ['minmax(100px, 192px)', '68px', 'minmax(48px, 1fr)']);
});

test('nothing is narrower than its least, or than its title with the arrow of what is sorted by', () => {
  assert.deepEqual(columnWidths({ columns, rows: [] }, widths), ['minmax(100px, 100px)', '34px', 'minmax(48px, 1fr)']);
  const [, count] = columns;
  assert.deepEqual(columnWidths({ columns: count === undefined ? [] : [{ ...count, title: 'Share of run' }], rows: [] }, widths), [
    '100px',
  ]);
});

test('what is drawn in place of a text has its own length', () => {
  const rows = [{ key: 'a', cells: [{ text: 'a', drawn: 'a'.repeat(30) }, { text: '1' }] }];
  assert.equal(columnWidths({ columns, rows }, widths)[0], 'minmax(100px, 262px)');
});
