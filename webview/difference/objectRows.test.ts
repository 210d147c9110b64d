import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiffResult } from '../../protocol/capture/captureDifference';
import { shownRows } from '../widgets/gridRows';
import { objectTable } from './objectRows';

const extent = { records: 10, bytes: 0, version: '2.0' };
const found: DiffResult = {
  ...{ verdict: 'differ', a: extent, b: extent, same: 0, changed: 0, added: 0, removed: 0, matchedRoughly: false },
  ...{ sameExecutables: 0, executables: [], records: [] },
  objectKinds: [
    { kind: 'semaphore', same: 2, changed: 0, added: 0, removed: 0, bytesA: '0', bytesB: '0' },
    { kind: 'buffer', same: 1, changed: 1, added: 1, removed: 1, bytesA: '9007199254740993', bytesB: '2048' },
  ],
  objects: [
    { kind: 'buffer', a: { record: 4, id: '6', bytes: '9007199254740993' }, b: { record: 5, id: '7', bytes: '1024' } },
    { kind: 'buffer', a: { record: 8, id: '9', bytes: '0' } },
  ],
};

const texts = (open: readonly string[]): readonly string[] =>
  shownRows(objectTable(found), { filter: '', open: new Set(open) }).map(({ row }) => row.cells.map(({ text }) => text).join('|'));

test('kinds that differ come first, with how many each capture has and their sizes, exact', () => {
  assert.deepEqual(texts([]), [
    'buffer|1 added, 1 removed, 1 changed, 1 same|3|3|9,007,199,254,740,993|2,048|−9,007,199,254,738,945',
    'semaphore|2 same|2|2|||',
  ]);
});

test('a kind opens into what is not the same, of which it is said how many are not listed', () => {
  assert.deepEqual(texts(['kind buffer']).slice(1, 3), [
    'buffer 6 in A, 7 in B|≠ changed|#4|#5|9,007,199,254,740,993|1,024|−9,007,199,254,739,969',
    'buffer 9|− removed|#8||0||0',
  ]);
  assert.notEqual(objectTable(found).foot, undefined, 'one of three is left out');
});
