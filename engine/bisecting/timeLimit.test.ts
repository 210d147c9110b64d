import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Difference, type Evidence } from '../../protocol/measurement/difference';
import { limitOf, sideOfLimit } from './timeLimit';

const measured = (ratio: number, evidence: Partial<Evidence> = {}): Difference =>
  decide({ ratio, interval: [ratio * 0.99, ratio * 1.01], samples: 40, noise: 0.01, ...evidence });

const bad = measured(0.5);

test('the limit is halfway to the least that the bad one differs by', () => {
  const limit = limitOf(bad);
  assert.equal(limit?.bad, 'slower');
  assert.equal(limit.ratio.toFixed(3), Math.sqrt(0.5 * 1.01 * 1.01).toFixed(3));
  const faster = limitOf(measured(2));
  assert.equal(faster?.bad, 'faster');
  assert.equal(faster.ratio.toFixed(3), Math.sqrt((2 * 0.99) / 1.01).toFixed(3));
});

test('a bad one that is not known to differ sets no limit', () => {
  for (const one of [measured(1), measured(0.99), measured(0.5, { noise: undefined }), measured(0.5, { samples: 5 })])
    assert.equal(limitOf(one), undefined, one.verdict);
});

test('what lies on one side of the limit is good or bad, and what may lie on either is not known', () => {
  const limit = limitOf(bad);
  assert.ok(limit !== undefined);
  const side = (ratio: number, evidence?: Partial<Evidence>): string => sideOfLimit(measured(ratio, evidence), limit);
  assert.deepEqual(
    [1, 0.9, 0.8, 1.5].map((ratio) => side(ratio)),
    ['good', 'good', 'good', 'good'],
  );
  assert.deepEqual(
    [0.5, 0.6, 0.1].map((ratio) => side(ratio)),
    ['bad', 'bad', 'bad'],
  );
  assert.deepEqual(
    [0.71, 0.715, 0.72].map((ratio) => side(ratio)),
    ['unknown', 'unknown', 'unknown'],
  );
  // A wide interval, much noise, a second measurement that says otherwise.
  assert.equal(side(0.6, { interval: [0.5, 0.8] }), 'unknown');
  assert.equal(side(0.9, { noise: 0.4 }), 'unknown');
  assert.equal(side(0.5, { again: { ratio: 1, interval: [0.99, 1.01] } }), 'unknown');
  // Not known to be the same, but known to be far from the limit.
  assert.equal(measured(0.99, { interval: [0.95, 1.03], noise: 0.06 }).verdict, 'not-known-yet');
  assert.equal(side(0.99, { interval: [0.95, 1.03], noise: 0.06 }), 'good');
});

test('times that say nothing are on no side', () => {
  const limit = limitOf(bad);
  assert.ok(limit !== undefined);
  for (const evidence of [{ noise: undefined }, { samples: 9 }, { unmeasurable: true }, { doubt: 'disturbed' as const }])
    for (const ratio of [1, 0.5]) assert.equal(sideOfLimit(measured(ratio, evidence), limit), 'unknown');
});

test('the same of a bad one that is faster', () => {
  const limit = limitOf(measured(2));
  assert.ok(limit !== undefined);
  assert.deepEqual(
    [0.5, 1, 1.3, 1.4, 1.5, 2].map((ratio) => sideOfLimit(measured(ratio), limit)),
    ['good', 'good', 'good', 'unknown', 'bad', 'bad'],
  );
});

test('where the bad one differs by little, no difference above that tells nothing', () => {
  const little = limitOf(measured(0.98, { interval: [0.979, 0.981], noise: 0.001 }));
  assert.ok(little !== undefined);
  const same = measured(1, { interval: [0.97, 1.03], noise: 0.03 });
  assert.equal(same.verdict, 'no-difference');
  assert.equal(sideOfLimit(same, little), 'unknown');
  assert.equal(sideOfLimit(measured(1, { interval: [0.999, 1.001], noise: 0.001 }), little), 'good');
});
