/** A ratio measured in rounds, with the uncertainty that noise leaves. */
import { medianOf } from '../protocol/measurement/statistics';

/** The median of a few rounds' ratios, and its interval of at least 95 %. */
export interface MeasuredRatio {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The probability that fewer than `rank` of `count` values lie below their median. */
function tail(rank: number, count: number): number {
  let ways = 1;
  let sum = 0;
  for (let below = 0; below < rank; below++) {
    sum += ways;
    ways = (ways * (count - below)) / (below + 1);
  }
  return sum / 2 ** count;
}

/** By ranks, which assumes nothing about the values; five or fewer give their whole range, which is less than 95 %. */
export function measuredRatio(rounds: readonly number[]): MeasuredRatio {
  const sorted = [...rounds].sort((a, b) => a - b);
  let rank = 1;
  while (2 * tail(rank + 1, sorted.length) <= 0.05) rank++;
  return { median: medianOf(sorted), low: sorted[rank - 1] ?? NaN, high: sorted[sorted.length - rank] ?? NaN };
}

/** The columns of a line whose ratio should be at most 1: one rule for what meets that, and its words. */
export function atMostOne(rounds: readonly number[]): { readonly ratio: string; readonly target: string; readonly met: boolean } {
  const { median, low, high } = measuredRatio(rounds);
  return { ratio: `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`, target: 'at most 1, but for noise', met: low <= 1 };
}
