/** What a set of times says. */
export type { SampleStatistics } from '../jobs/statistics';

/** The middle of the values, or of the two in the middle; NaN without values. */
export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
