import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackClass, TrackInfo } from '../../../protocol/profile/profile';
import { colourOfDuration, colourOfTrackClass, createColouring, ordinalsOf, PALETTE, ranksOf } from './sliceColours';
import type { TrackItems } from './trackItems';

const name = (total: string, isFunction = true) => ({ name: `f${total}`, isFunction, total });
const track = (id: number, parent: number, trackClass: TrackClass, kind: TrackInfo['kind'] = 'slices'): TrackInfo => ({
  ...{ id, parent, kind, class: trackClass, name: '', lanes: 1, count: 1 },
});
const TRACKS = [
  track(1, 0, 'queue', 'group'),
  track(2, 1, 'dispatches'),
  track(3, 0, 'queue', 'group'),
  track(4, 3, 'dispatches'),
  track(5, 0, 'host', 'group'),
  ...[track(6, 5, 'worker'), track(7, 5, 'worker')],
];
const ITEMS = {
  names: Uint32Array.of(0, 1, 2),
  begin: Float64Array.of(0, 0, 0),
  end: Float64Array.of(500, 5e6, 5e9),
  counts: Uint32Array.of(1, 1, 1),
  covered: Float32Array.of(1, 1, 1),
} as unknown as TrackItems;
const colours = (by: 'function' | 'queue' | 'worker' | 'duration', on: TrackInfo): number[] => {
  const of = createColouring(by, TRACKS, [name('5'), name('18446744073709551615'), name('7', false)]).of(on, ITEMS);
  return [of(0), of(1), of(2)];
};

test('functions are ranked by total time, exactly, and other names are not', () => {
  assert.deepEqual([...ranksOf([name('18446744073709551614'), name('18446744073709551615'), name('9', false), name('1')])], [1, 0, 255, 2]);
  const many = Array.from({ length: 20 }, (_, i) => name(String(100 - i)));
  assert.equal(ranksOf(many)[19], 7);
});

test('slices are coloured by function, and what is none by its class', () => {
  const [, dispatches] = TRACKS;
  assert.ok(dispatches);
  assert.deepEqual(colours('function', dispatches), [1, 0, colourOfTrackClass('dispatches')]);
});

test('tracks of a queue have its colour, and workers their own', () => {
  assert.deepEqual(
    [...ordinalsOf(TRACKS, 'queue')],
    [
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ],
  );
  assert.deepEqual(
    [...ordinalsOf(TRACKS, 'worker')],
    [
      [6, 0],
      [7, 1],
    ],
  );
});

test('durations have a colour for each power of ten', () => {
  const [first] = TRACKS;
  assert.ok(first);
  const [short, middle, long] = colours('duration', first);
  assert.deepEqual(
    [short, middle, long].map((colour) => colour !== undefined && PALETTE[colour] !== undefined),
    [true, true, true],
  );
  assert.equal(short, colourOfDuration(1000));
  assert.notEqual(short, colourOfDuration(1001));
  assert.equal(middle, colourOfDuration(10e6));
  assert.equal(long, colourOfDuration(1e18));
});
