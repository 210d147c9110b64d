import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, markdown, type Table } from './tables';

const table: Table = {
  name: 'x',
  columns: ['Scope', 'Median, ns'],
  rows: [
    [{ text: 'a, "b"' }, { text: '1.500', value: 1500 }],
    [{ text: 'c|d' }, { text: '2', value: 2000 }],
  ],
};

test('CSV has exact values and quotes what needs it', () => {
  assert.equal(csv(table), 'Scope,"Median, ns"\r\n"a, ""b""",1500\r\nc|d,2000\r\n');
});

test('Markdown has what is read, numbers to the right', () => {
  assert.equal(
    markdown('It is fast.', table),
    'It is fast.\n\n| Scope | Median, ns |\n| --- | ---: |\n| a, "b" | 1.500 |\n| c\\|d | 2 |\n',
  );
});
