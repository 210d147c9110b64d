import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMedians } from '../addon/measuring';
import { hopelessOf, leader, medianOf, type Racer } from './sweepRace';

const racer = (times: readonly number[], more: Partial<Racer> = {}): Racer => ({ times, right: true, hopeless: false, ...more });
const compare = (first: readonly number[], second: readonly number[]): ReturnType<typeof compareMedians> =>
  compareMedians(Float64Array.from(first), Float64Array.from(second), 0);

test('the median is that of the sorted times', () => {
  assert.equal(medianOf([5, 1, 9]), 5);
  assert.equal(medianOf([4, 1, 9, 6]), 5);
  assert.ok(Number.isNaN(medianOf([])));
});

test('one that is wrong, given up or not yet measured does not lead, however fast', () => {
  const slow = racer([10, 11, 12]);
  assert.equal(leader([racer([1, 1, 1], { right: false }), racer([2, 2, 2], { hopeless: true }), racer([]), slow]), slow);
  assert.equal(leader([racer([1], { right: false })]), undefined);
});

test('what is behind for sure is given up, after three rounds and not before, and never the recorded one', async () => {
  const [best, near, far, recorded] = [racer([100, 101, 102]), racer([101, 103, 102]), racer([150, 151, 155]), racer([300, 310, 305])];
  assert.deepEqual(await hopelessOf([recorded, best, near, far], recorded, compare), [far]);
  const early = [best, far].map(({ times }) => racer(times.slice(0, 2)));
  assert.deepEqual(await hopelessOf([recorded, ...early], recorded, compare), []);
  // One slow round of three is chance.
  const unlucky = racer([101, 400, 100]);
  assert.deepEqual(await hopelessOf([recorded, best, unlucky], recorded, compare), []);
});
