/** What a set of times says. Nanoseconds. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';

export const sampleStatistics = v.object({
  count,
  minimum: v.number(),
  p5: v.number(),
  median: v.number(),
  p95: v.number(),
  maximum: v.number(),
  mean: v.number(),
  /** Of the sample: n - 1 in the denominator. */
  standardDeviation: v.number(),
  /** Median distance from the median; unscaled. */
  mad: v.number(),
  /** 95 % interval of the median, by bootstrap (percentiles, seeded: the same samples give the same interval): low, high. */
  interval: v.tuple([v.number(), v.number()]),
  /** Outside the quartiles by more than 1.5, and more than 3, times their distance. */
  mildOutliers: count,
  severeOutliers: count,
  /** Change from the first half's median to the second's, relative to the median, if significant; otherwise 0. */
  drift: v.number(),
  /** Two groups of times rather than one. */
  bimodal: v.boolean(),
  /** Where there are two groups: the median of each, and the share of the longer times, from 0 to 1. */
  heaps: v.exactOptional(v.object({ low: v.number(), high: v.number(), share: v.number() })),
});

/** What a set of times says. Nanoseconds. */
export type SampleStatistics = ResultOf<typeof sampleStatistics>;
