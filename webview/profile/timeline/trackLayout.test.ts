import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackInfo } from '../../../protocol/profile/profile';
import { AS_IS, withAllCollapsed, withCollapsed, withHidden, withMoved, withPinned, withStep, type Arrangement } from './arrangement';
import { drawnIn, laneAt, layoutTracks, laneTop, rowsBetween, type TrackLayout } from './trackLayout';

const track = (id: number, parent: number, kind: TrackInfo['kind'], name: string, lanes = 1): TrackInfo => ({
  ...{ id, parent, kind, name, lanes, count: 1, class: kind === 'group' ? 'queue' : 'submissions' },
});
const TRACKS = [
  track(1, 0, 'group', 'device 0'),
  track(2, 1, 'slices', 'queue 0', 2),
  track(3, 1, 'slices', 'dispatches'),
  track(4, 0, 'group', 'host'),
  ...[track(5, 4, 'slices', 'worker 0'), track(6, 4, 'slices', 'worker 1'), track(7, 4, 'slices', 'worker 2')],
];
const ids = (layout: TrackLayout): number[] => layout.rows.map((row) => row.track.id);

test('rows follow each other without a gap, and lanes make a row higher', () => {
  const { rows, height } = layoutTracks(TRACKS, AS_IS, 100);
  let top = 0;
  for (const row of rows) {
    assert.equal(row.top, top);
    top += row.height;
  }
  assert.equal(top, height);
  const [, queue] = rows;
  assert.ok(queue);
  assert.equal(queue.height, 2 + 13 + 2 + 13 + 2);
  assert.equal(laneAt(queue, laneTop(queue, 1) + 1), 1);
  assert.equal(laneAt(queue, 1000), 1);
});

test('what is in a collapsed group takes no room, but is still looked for', () => {
  const layout = layoutTracks(TRACKS, withCollapsed(AS_IS, 4, true), 100);
  assert.deepEqual(ids(layout), [1, 2, 3, 4]);
  assert.deepEqual(layout.tracks, [2, 3, 5, 6, 7]);
  assert.deepEqual(ids(layoutTracks(TRACKS, withAllCollapsed(AS_IS, TRACKS, true), 100)), [1, 4]);
});

test('the row of a collapsed group shows its main tracks, and that of an open one none', () => {
  const instead = (arrangement: Arrangement, group: number): number[] | undefined =>
    layoutTracks(TRACKS, arrangement, 100)
      .rows.find((row) => row.track.id === group)
      ?.instead.map(({ id }) => id);
  assert.deepEqual(instead(AS_IS, 4), []);
  const collapsed = withCollapsed(AS_IS, 4, true);
  assert.deepEqual(instead(collapsed, 4), [5, 6, 7]);
  assert.deepEqual(instead(withHidden(collapsed, [6], true), 4), [5, 7]);
  const row = layoutTracks(TRACKS, collapsed, 100).rows.at(-1);
  assert.deepEqual(row && drawnIn(row).map(({ id }) => id), [5, 6, 7]);
});

test('pinned tracks stand on top while there is room, and no longer in their groups', () => {
  const arrangement = withPinned(withPinned(AS_IS, 6, true), 3, true);
  const layout = layoutTracks(TRACKS, arrangement, 100);
  assert.deepEqual(
    layout.pinned.map((row) => row.track.id),
    [6, 3],
  );
  assert.deepEqual(ids(layout), [1, 2, 4, 5, 7]);
  const narrow = layoutTracks(TRACKS, arrangement, 20);
  assert.deepEqual([narrow.pinned.length, ids(narrow)[0]], [1, 3]);
});

test('a group of which everything is hidden is not shown', () => {
  assert.deepEqual(ids(layoutTracks(TRACKS, withHidden(AS_IS, [2, 3], true), 0)), [4, 5, 6, 7]);
});

test('tracks are moved within their group', () => {
  const last = withMoved(AS_IS, TRACKS, 5, undefined);
  assert.deepEqual(ids(layoutTracks(TRACKS, last, 0)).slice(-3), [6, 7, 5]);
  assert.deepEqual(ids(layoutTracks(TRACKS, withStep(last, TRACKS, 5, -1), 0)).slice(-3), [6, 5, 7]);
  assert.equal(withStep(last, TRACKS, 5, 1), last);
  assert.deepEqual(ids(layoutTracks([...TRACKS, track(8, 4, 'slices', 'worker 3')], last, 0)).slice(-4), [6, 7, 5, 8]);
});

test('a filter keeps what has the text in its name, with the groups around it and what is in those', () => {
  assert.deepEqual(ids(layoutTracks(TRACKS, { ...AS_IS, filter: 'WORKER 1' }, 0)), [4, 6]);
  assert.deepEqual(ids(layoutTracks(TRACKS, { ...AS_IS, filter: 'host' }, 0)), [4, 5, 6, 7]);
  assert.deepEqual(ids(layoutTracks(TRACKS, { ...AS_IS, filter: 'nothing' }, 0)), []);
});

test('rows in view are found among all', () => {
  const { rows, height } = layoutTracks(TRACKS, AS_IS, 0);
  assert.deepEqual(rowsBetween(rows, 0, height), [0, rows.length]);
  assert.deepEqual(rowsBetween(rows, 19, 20), [1, 2]);
  assert.deepEqual(rowsBetween(rows, height, height + 50), [rows.length, rows.length]);
});
