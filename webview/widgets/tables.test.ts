import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, markdown, type Table } from './tables';

const table: Table = {
  name: 'x',
  columns: [{ title: 'Scope' }, { title: 'Median, µs', exported: 'Median, ns' }, { title: '−1 % distribution +2 %' }, { title: 'Max ULP' }],
  rows: [
    [{ text: 'a, "b"' }, { text: '1.500', value: 1500 }, { text: '' }, { text: '18,446…', value: 2 ** 64, exact: '18446744073709551615' }],
    [{ text: 'c|d\ne' }, { text: '2', value: 2000 }, { text: '' }, { text: '' }],
  ],
};

/** RFC 4180, as a reader of it that knows nothing of the writer. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const field = /"((?:[^"]|"")*)"|[^",\r\n]*/y;
      field.lastIndex = at;
      const found = field.exec(text);
      assert.ok(found !== null, text.slice(at));
      record.push(found[1]?.replaceAll('""', '"') ?? found[0]);
      at += found[0].length;
      if (text[at] !== ',') break;
      at++;
    }
    assert.equal(text.slice(at, at + 2), '\r\n');
    at += 2;
    records.push(record);
  }
  return records;
}

test('CSV has exact values under the name of their unit, and no column without any', () => {
  assert.deepEqual(parseCsv(csv(table)), [
    ['Scope', 'Median, ns', 'Max ULP'],
    ['a, "b"', '1500', '18446744073709551615'],
    ['c|d\ne', '2000', ''],
  ]);
});

test('Markdown has what is read, numbers to the right, and no column without any', () => {
  assert.equal(
    markdown('It is fast.', table),
    'It is fast.\n\n| Scope | Median, µs | Max ULP |\n| --- | ---: | ---: |\n| a, "b" | 1.500 | 18,446… |\n| c\\|d e | 2 |  |\n',
  );
});
