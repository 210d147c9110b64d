import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceApart, noiseOfRuns, ratioOfMedians, type TimedApart } from './separateRuns';
import type { SampleStatistics } from '../measurement/statistics';

const statistics = (median: number, half: number): SampleStatistics => ({
  ...{ count: 30, minimum: 0, p5: 0, median, p95: 0, maximum: 0, mean: 0, standardDeviation: 0, mad: 0 },
  ...{ interval: [median - half, median + half], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
});

test('a ratio has the interval of both medians', () => {
  const { ratio, interval } = ratioOfMedians(statistics(200, 6), statistics(100, 4));
  assert.equal(ratio, 2);
  // exp(sqrt(0.03^2 + 0.04^2)) = exp(0.05)
  assert.ok(Math.abs(interval[0] - 2 / Math.exp(0.05)) < 1e-12 && Math.abs(interval[1] - 2 * Math.exp(0.05)) < 1e-12);
});

test('fewer than five runs tell nothing about noise', () => {
  assert.equal(noiseOfRuns([100, 101, 100, 99]), undefined);
  const noise = noiseOfRuns([100, 101, 100, 99, 100]) ?? 0;
  // 8.61 times the square root of 2 times 0.00707
  assert.ok(Math.abs(noise - 0.0899) < 0.001, String(noise));
});

/** Box and Muller's normal numbers, of a fixed seed. */
function normals(seed: number): () => number {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

test('of a thousand runs of the same code at most one in a hundred is told from the one before, however many there were', () => {
  for (const count of [5, 6, 8, 12]) {
    const normal = normals(count);
    let wrong = 0;
    for (let run = 0; run < 1000; run++) {
      // Runs are 3 % from each other, and each knows its own median well.
      const medians = Array.from({ length: count + 1 }, () => 1000 * Math.exp(0.03 * normal()));
      const [now = 0] = medians.splice(-1);
      const apart = (median: number): TimedApart => ({ statistics: statistics(median, 1), disturbed: false });
      const { verdict } = differenceApart(apart(medians.at(-1) ?? 0), apart(now), noiseOfRuns(medians));
      wrong += verdict === 'faster' || verdict === 'slower' ? 1 : 0;
    }
    assert.ok(wrong <= 10, `${String(wrong)} after ${String(count)}`);
  }
});

test('what is told is told only of undisturbed times in one heap', () => {
  const history = [1000, 1001, 1000, 999, 1000];
  const apart = (median: number, rest: Partial<TimedApart & SampleStatistics> = {}): TimedApart => ({
    statistics: { ...statistics(median, 1), ...rest },
    disturbed: rest.disturbed ?? false,
    belowResolution: rest.belowResolution ?? false,
    recorded: rest.recorded ?? false,
  });
  const said = (after: TimedApart): string | undefined => {
    const { verdict, missing } = differenceApart(apart(1000), after, noiseOfRuns(history));
    return missing ?? verdict;
  };
  assert.equal(said(apart(900)), 'faster');
  assert.equal(said(apart(1100)), 'slower');
  assert.equal(said(apart(1000)), 'no-difference');
  assert.equal(said(apart(900, { disturbed: true })), 'disturbed');
  assert.equal(said(apart(900, { bimodal: true })), 'heaps');
  assert.equal(said(apart(900, { drift: 0.02 })), 'drift');
  assert.equal(said(apart(1100, { recorded: true })), 'recorded');
  assert.equal(said(apart(900, { belowResolution: true })), 'unmeasurable');
  assert.equal(said(apart(0)), 'unmeasurable');
  assert.equal(differenceApart(apart(1000), apart(900), noiseOfRuns(history.slice(1))).missing, 'noise');
});
