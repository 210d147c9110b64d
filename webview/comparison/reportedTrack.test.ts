import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportedTrack } from '../../protocol/profile/comparisonReport';
import { neighbourIn, occurrencesIn, placeOf, sliceAtIn } from './reportedTrack';

const none = new Float64Array();
const reported: ReportedTrack = {
  window: {
    ...{
      track: 3,
      starts: BigInt64Array.of(100n, 150n, 400n),
      ends: BigInt64Array.of(200n, 180n, 2n ** 60n),
      readies: new BigInt64Array(),
    },
    ...{ indices: Uint32Array.of(7, 8, 12), counts: Uint32Array.of(1, 1, 1), matches: Uint32Array.of(0, 0, 0) },
    ...{ names: Uint32Array.of(0, 1, 0), lanes: Uint8Array.of(0, 1, 0), covered: Float32Array.of(1, 1, 1) },
    ...{ least: none, most: none, last: none },
  },
  occurrences: { records: Uint32Array.of(17, 18, 17), ordinals: Uint32Array.of(0, 0, 1) },
};

test('of what is not in the report nothing is known', () => {
  const { records, ordinals } = occurrencesIn(reported, [12, 9, 7]);
  assert.deepEqual([...records], [17, 0xffffffff, 17]);
  assert.deepEqual([...ordinals], [1, 0xffffffff, 0]);
  assert.deepEqual([...occurrencesIn(undefined, [7]).records], [0xffffffff]);
});

test('a moment leads to what ran there on the lane, else to the nearest', () => {
  const at = (lane: number, time: bigint): number | undefined => placeOf(reported, (one) => sliceAtIn(one, lane, time))?.index;
  assert.deepEqual([at(0, 120n), at(1, 120n), at(0, 320n), at(0, 2n ** 61n)], [7, 8, 12, 12]);
  assert.equal(at(2, 120n), undefined);
});

test('the ends of the track have no further neighbour, and times stay exact', () => {
  const next = (index: number, by: number) => placeOf(reported, (one) => neighbourIn(one, index, by));
  assert.deepEqual(next(8, 1), { track: 3, index: 12, start: '400', end: String(2n ** 60n) });
  assert.equal(next(12, 1), undefined);
  assert.equal(next(7, -1), undefined);
  assert.equal(next(9, 1), undefined);
});
