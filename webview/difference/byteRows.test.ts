import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiffResult } from '../../protocol/capture/captureDifference';
import { byteTable, recordOfRow } from './byteRows';

const extent = { records: 10, bytes: 0, version: '2.0' };
const difference = (changed: number): DiffResult => ({
  ...{ verdict: 'differ', a: extent, b: extent, same: 0, changed, added: 1, removed: 0, matchedRoughly: false },
  ...{ sameExecutables: 0, executables: [], objectKinds: [], objects: [] },
  records: [
    {
      ...{ a: 5, b: 6, operation: 'dispatch' },
      fields: [
        { field: 'status_code', a: '0', b: '1' },
        {
          ...{ field: 'data: 3 of 4096 bytes, first at byte 1000', a: '10', b: '20' },
          bytes: { beginA: 64, lengthA: 4096, beginB: 64, lengthB: 4096, first: 1000, differing: 3, a: '10', b: '20' },
        },
        {
          ...{ field: 'format', a: '2 bytes', b: '4 bytes' },
          bytes: { beginA: 40, lengthA: 2, beginB: 40, lengthB: 4, first: 2, differing: 0, a: '', b: '78 78' },
        },
      ],
    },
    { b: 7, operation: 'execution_barrier', fields: [] },
  ],
});

test('each field of a record that both have says where its bytes differ, and the first of them', () => {
  const { rows, foot } = byteTable(difference(1));
  assert.deepEqual(
    rows.map(({ cells }) => cells.map(({ text }) => text).join('|')),
    ['#5|#6|data|64 – 4,160|3|1,000|10 …|20 …', '#5|#6|format|A 40 – 42, B 40 – 44|0|2|ends|78 78'],
  );
  assert.deepEqual(
    rows.map(({ key }) => recordOfRow(key)),
    ['5:6', '5:6'],
  );
  assert.equal(foot, undefined);
});

test('of records that are not listed it is said how many there are', () => {
  assert.notEqual(byteTable(difference(4)).foot, undefined);
});
