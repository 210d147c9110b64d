import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedFigures } from '../../../protocol/profile/profileComparison';
import { shownRows } from '../../widgets/gridRows';
import { differenceOf, figureTable, missingIn } from './figureTable';

const operations: ComparedFigures = {
  name: 'operations',
  label: 'Operations',
  keys: [{ name: 'op', title: 'Operation' }],
  figures: [
    { name: 'count', title: 'Count', unit: 'count' },
    { name: 'time', title: 'Time', unit: 'ns' },
  ],
  rows: [
    { keys: ['alloca'], a: ['2', '100'], b: ['2', '900'] },
    { keys: ['barrier'], b: ['1', '50'] },
    { keys: ['copy'], a: ['36', '5000000'], b: ['12', '3000000'] },
  ],
};
const texts = (table: ReturnType<typeof figureTable>, filter = ''): readonly string[] =>
  shownRows(table, { filter, open: new Set() }).map(({ row }) => row.cells.map(({ text }) => text).join('|'));

test('each figure has A, B and B − A, and what is in one alone is none of the other', () => {
  assert.deepEqual(texts(figureTable(operations, false)), [
    'alloca|2|2|0|0.000100|0.000900|+0.000800',
    'barrier||1|+1||0.000050|+0.000050',
    'copy|36|12|−24|5.000|3.000|−2.000',
  ]);
});

test('a filter takes a difference by how much it is, and any column by its name', () => {
  assert.deepEqual(
    texts(figureTable(operations, false), 'delta:>10').map((row) => row.split('|')[0]),
    ['copy'],
  );
  assert.deepEqual(
    texts(figureTable(operations, false), 'timedelta:>1ms').map((row) => row.split('|')[0]),
    ['copy'],
  );
});

test('only differences are those of counts, for times are never the same', () => {
  assert.deepEqual(
    texts(figureTable(operations, true)).map((row) => row.split('|')[0]),
    ['barrier', 'copy'],
  );
});

test('64-bit sums are subtracted exactly', () => {
  assert.equal(differenceOf('9007199254740993', '9007199254740992'), '-1');
  assert.equal(differenceOf(undefined, '18446744073709551616'), '18446744073709551616');
  assert.equal(differenceOf('0.5', '2'), '1.5');
  assert.equal(differenceOf(undefined, undefined), undefined);
});

test('what one profile did not record is said, with the mode that does', () => {
  assert.equal(missingIn('queue', [operations]), undefined);
  const onlyB = { ...operations, rows: operations.rows.slice(1, 2) };
  assert.equal(missingIn('memory', [onlyB]), 'No memory events were recorded in A (mode memory-events).');
  assert.equal(missingIn('counter', []), 'No counters were recorded in either profile (modes counters and counter-ranges).');
});
