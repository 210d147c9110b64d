import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileDiffRow } from '../../protocol/profile/profileComparison';
import { axisOf, barsOf } from './waterfall';

const row = (key: string, differenceNs: number): ProfileDiffRow => ({ key, differenceNs });

test('bars lead from the sum of A to the sum of B without a gap', () => {
  const bars = barsOf([row('a', -70), row('b', 5)], 1000, 935);
  assert.deepEqual(
    bars.map(({ label, from, to }) => [label, from, to]),
    [
      ['A', 0, 1000],
      ['a', 1000, 930],
      ['b', 930, 935],
      ['B', 0, 935],
    ],
  );
});

test('what is beyond the bars that fit is one bar, and the sums still meet', () => {
  const rows = Array.from({ length: 30 }, (_, i) => row(String(i), 30 - i));
  const after = 1000 + rows.reduce((sum, { differenceNs }) => sum + differenceNs, 0);
  const bars = barsOf(rows, 1000, after);
  const others = bars.at(-2);
  assert.equal(bars.length, 11);
  assert.equal(others?.label, '22 others');
  assert.equal(others.to, after);
});

test('what is not told has no colour of a verdict', () => {
  const told = { ...row('told', -7), difference: { ratio: 1.2, interval: [1.1, 1.3], verdict: 'faster' } } as const;
  const unknown = { ...row('unknown', -8), difference: { ratio: 2, interval: [0.5, 4], verdict: 'not-known-yet' } } as const;
  assert.deepEqual(
    barsOf([unknown, told], 100, 85).map(({ kind }) => kind),
    ['sum', 'untold', 'faster', 'sum'],
  );
});

test('the axis is cut where the sums are long against what changes', () => {
  assert.equal(axisOf(barsOf([row('a', -10)], 1000, 990)).low, 970);
  assert.equal(axisOf(barsOf([row('a', -900)], 1000, 100)).low, 0);
});
