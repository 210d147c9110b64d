import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackInfo } from '../../../protocol/profile/profile';
import { groupWords, tracksBelow } from './trackWords';

const track = (id: number, parent: number, kind: TrackInfo['kind']): TrackInfo => ({
  ...{ id, parent, kind, class: kind === 'group' ? 'queue' : 'dispatches', name: String(id), lanes: 1, count: 1 },
});
/** A device with a queue of two tracks, and one of its own. */
const tracks = [track(1, 0, 'group'), track(2, 1, 'group'), track(3, 2, 'slices'), track(4, 2, 'slices'), track(5, 1, 'slices')];

test('a group has the tracks of the groups in it, which are none themselves', () => {
  assert.deepEqual(
    tracksBelow(tracks, 1).map(({ id }) => id),
    [3, 4, 5],
  );
  assert.equal(groupWords(3, tracksBelow(tracks, 1).length, 'track'), '3 tracks');
});

test('what is hidden, or in a hidden group, does not count', () => {
  assert.deepEqual(
    tracksBelow(tracks, 1, new Set([2])).map(({ id }) => id),
    [5],
  );
  assert.equal(groupWords(tracksBelow(tracks, 1, new Set([4])).length, 3, 'track'), '2 of 3');
});
