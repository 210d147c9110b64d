import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedRecord, DiffResult } from '../../protocol/capture/captureDifference';
import { shownRows } from '../widgets/gridRows';
import { recordRows } from './recordRows';

function difference(recordsA: number, recordsB: number, records: readonly ComparedRecord[], all = records.length): DiffResult {
  const extent = (count: number): DiffResult['a'] => ({ records: count, bytes: 0, version: '2.0' });
  const added = records.filter(({ a }) => a === undefined).length;
  const removed = records.filter(({ b }) => b === undefined).length;
  return {
    ...{ verdict: 'differ', a: extent(recordsA), b: extent(recordsB), same: 0, matchedRoughly: false, sameExecutables: 0, executables: [] },
    ...{ added, removed, changed: all - added - removed, records: [...records], objectKinds: [], objects: [] },
  };
}

function rowsOf(found: DiffResult, open: readonly string[] = []): readonly string[] {
  const { table } = recordRows(found);
  return shownRows(table, { filter: '', open: new Set(open) }).map(({ row }) => row.cells.map(({ text }) => text).join('|'));
}

const grid = (a: number, b: number): ComparedRecord => ({
  ...{ a, b, operation: 'dispatch', name: 'mm' },
  fields: [{ field: 'workgroup_count[0]', a: '16', b: '32' }],
});

test('between records that differ stands how many do not, with their numbers on both sides', () => {
  const added: ComparedRecord = { b: 5, operation: 'execution_barrier', fields: [] };
  const removed: ComparedRecord = { a: 7, operation: 'copy_buffer', fields: [] };
  assert.deepEqual(rowsOf(difference(12, 12, [grid(3, 3), added, removed])), [
    '3 same|#0–2|#0–2||',
    'dispatch mm|#3|#3|≠ changed|workgroup_count[0]: 16 → 32',
    '1 same|#4|#4||',
    'execution_barrier||#5|+ added|',
    '2 same|#5–6|#6–7||',
    'copy_buffer|#7||− removed|',
    '4 same|#8–11|#8–11||',
  ]);
});

test('records that differ in the same way are one row, which opens into them', () => {
  const found = difference(10, 10, [grid(2, 2), grid(4, 4), grid(6, 6)]);
  const folded = ['2 same|#0–1|#0–1||', '3 × dispatch mm|#2–6|#2–6|≠ changed|workgroup_count[0]: 16 → 32'];
  assert.deepEqual(rowsOf(found), [...folded, '3 same|#7–9|#7–9||']);
  assert.equal(rowsOf(found, ['run 2:2']).length, 6);
  assert.equal(recordRows(found).records.get('4:4')?.a, 4);
  assert.equal(recordRows(found).records.get('run 2:2')?.a, 2);
});

test('many that only one capture has, one behind the other, are one row', () => {
  const added = (b: number): ComparedRecord => ({ b, operation: b % 2 === 0 ? 'queue_fill' : 'queue_copy', fields: [] });
  const few = [2, 3, 4, 5].map(added);
  assert.deepEqual(
    rowsOf(difference(2, 6, few)).slice(1),
    few.map(({ b, operation }) => `${operation}||#${String(b)}|+ added|`),
  );
  const many = [2, 3, 4, 5, 6].map(added);
  assert.deepEqual(rowsOf(difference(2, 7, many)), ['2 same|#0–1|#0–1||', '5 × queue_fill, queue_copy||#2–6|+ added|']);
});

test('of captures that are the same all records are, and where not all are listed nothing is said of the rest', () => {
  assert.deepEqual(rowsOf(difference(3, 3, [])), ['3 same|#0–2|#0–2||']);
  const { table } = recordRows(difference(100, 100, [grid(0, 0)], 7));
  assert.equal(table.rows.length, 1);
  assert.notEqual(table.foot, undefined);
});
