/** What a set of times says. Nanoseconds. */
export interface SampleStatistics {
  readonly count: number;
  readonly minimum: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
  readonly maximum: number;
  readonly mean: number;
  /** Of the sample: n - 1 in the denominator. */
  readonly standardDeviation: number;
  /** Median of the distances to the median; not scaled. */
  readonly mad: number;
  /** 95 % interval of the median, by bootstrap (percentiles, seeded: the same samples give the same interval). */
  readonly interval: readonly [low: number, high: number];
  /** Beyond 1.5, and beyond 3, times the quartiles' distance outside of the quartiles. */
  readonly mildOutliers: number;
  readonly severeOutliers: number;
  /** Change from the first half's median to the second's, in parts of the median, where it is no accident; else 0. */
  readonly drift: number;
  /** Two groups of times rather than one. */
  readonly bimodal: boolean;
}

/** The middle of the values, or of the two in the middle; NaN without values. */
export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
