import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedTimeline } from '../../../protocol/profile/profileComparison';
import { alignmentText, endDifference, extentOf, fromFirst, inProfile, lengthOfBoth, runsOfBoth } from './alignment';

const begun = (track: number, first: string, last: string, count: number) => ({ track, first, last, count });
const side = (runs: number): ComparedTimeline => ({
  ...{ tracks: [], names: [], span: '1000' },
  runs: Array.from({ length: runs }, (_, i) => ({ from: String(i * 10), to: String(i * 10 + 10) })),
});

test('a run reaches from the first dispatch of any track to the last end of any', () => {
  const extent = extentOf([begun(4, '9007199254740993', '9007199254741000', 3), begun(7, '9007199254740992', '9007199254740999', 2)]);
  assert.deepEqual(extent, { first: 9007199254740992n, last: 9007199254741000n, count: 5 });
  assert.equal(extentOf([]), undefined);
});

test('the scale is of the longer one, and the difference is of the ends from the first dispatches', () => {
  const a = { first: 100n, last: 150n, count: 2 };
  const b = { first: 1000n, last: 1030n, count: 2 };
  assert.equal(lengthOfBoth(a, b), 50n);
  assert.equal(endDifference(a, b), -20n);
  assert.equal(endDifference(a, undefined), undefined);
  assert.equal(lengthOfBoth(undefined, b), 30n);
});

test('times from the first dispatch are those of the profile and back', () => {
  const extent = { first: 1000n, last: 1030n, count: 2 };
  assert.deepEqual(inProfile({ from: -5n, to: 7n }, extent), { from: 995n, to: 1007n });
  assert.deepEqual(fromFirst(inProfile({ from: -5n, to: 7n }, extent), extent), { from: -5n, to: 7n });
});

test('it is said which run of what is shown, and where one profile has more of them', () => {
  const scope = { a: side(32), b: side(32), by: 'scope', name: 'execute', sameCapture: true } as const;
  assert.equal(alignmentText(scope, 13), 'Run 14 of 32 of scope execute, aligned at its first dispatch');
  const record = { a: side(12), b: side(10), by: 'record', name: 'matmul', record: 17, sameCapture: true } as const;
  assert.equal(alignmentText(record, 0), 'Run 1 of 10 of record #17 (A has 12, B 10), aligned at its first dispatch');
  assert.equal(runsOfBoth(record), 10);
  assert.equal(
    alignmentText({ a: side(1), b: side(1), by: 'whole', name: '', sameCapture: false }, 0),
    'Both timelines, aligned at their first dispatch',
  );
});
