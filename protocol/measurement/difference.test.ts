import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Evidence } from './difference';

const said = (interval: readonly [number, number], rest: Partial<Evidence> = {}): string => {
  const { verdict, missing } = decide({ ratio: Math.sqrt(interval[0] * interval[1]), interval, samples: 30, noise: 0, ...rest });
  return missing ?? verdict;
};

test('faster and slower exclude 1 by more than half a percent, and by more than the noise', () => {
  assert.equal(said([1.006, 1.02]), 'faster');
  assert.equal(said([0.98, 0.994]), 'slower');
  assert.equal(said([1.001, 1.004]), 'no-difference', 'sure, and nothing that matters: never "1.00x faster"');
  assert.equal(said([1.004, 1.02]), 'samples');
  assert.equal(said([1.06, 1.08], { noise: 0.05 }), 'faster');
  assert.equal(said([1.04, 1.08], { noise: 0.05 }), 'within-noise');
});

test('both sides are treated alike', () => {
  for (const interval of [
    [1.006, 1.02],
    [1.0049, 1.02],
    [1.001, 1.004],
    [1.02, 1.03],
    [0.9, 1.3],
  ] as const) {
    for (const noise of [0, 0.004, 0.015, 0.06]) {
      const mirrored = said([1 / interval[1], 1 / interval[0]], { noise });
      const other = { faster: 'slower', slower: 'faster' }[mirrored] ?? mirrored;
      assert.equal(said(interval, { noise }), other, `${String(interval)} at ${String(noise)}`);
    }
  }
});

test('no difference is said only of an interval about 1 that excludes half a percent and the noise', () => {
  assert.equal(said([0.996, 1.004]), 'no-difference');
  assert.equal(said([0.99, 1.004]), 'samples');
  assert.equal(said([0.99, 1.004], { noise: 0.01 }), 'no-difference');
  assert.equal(said([0.95, 0.97], { noise: 0.06 }), 'within-noise', 'what lies apart from 1 is not called the same');
  assert.equal(said([0.95, 1.04], { noise: 0.06 }), 'samples', 'with so much noise nothing is');
});

test('without the noise, measurable times or a quiet machine nothing is known', () => {
  assert.equal(said([1.5, 1.6], { noise: undefined }), 'noise');
  assert.equal(said([0.999, 1.001], { noise: undefined }), 'noise');
  assert.equal(said([1.5, 1.6], { unmeasurable: true }), 'unmeasurable');
  assert.equal(said([0, 0]), 'unmeasurable');
  assert.equal(said([1.5, 1.6], { samples: 9 }), 'ten-samples', 'an interval of two pairs may be as narrow as can be');
  assert.equal(said([NaN, NaN]), 'unmeasurable');
  assert.equal(said([1.5, Infinity]), 'unmeasurable');
  assert.equal(said([1.5, 1.6], { doubt: 'disturbed' }), 'disturbed');
});

test('the first measured once more has to say the same', () => {
  const again = (interval: readonly [number, number]) => ({ again: { ratio: interval[0], interval } });
  assert.equal(said([1.1, 1.2], again([1.08, 1.3])), 'faster');
  assert.equal(said([1.1, 1.2], again([0.99, 1.02])), 'unconfirmed');
  assert.equal(said([0.999, 1.001], again([1.1, 1.2])), 'unconfirmed', 'nor is it the same as both');
});
