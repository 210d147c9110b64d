/** Whether a candidate is as fast on other inputs as on the recorded ones: one may know these, or what it computes may depend on them. */
import { medianOf } from '../../protocol/measurement/statistics';
import type { SpeedsOnInputs } from '../../protocol/measurement/difference';

/** Which preparations are on other inputs than the recorded ones: every other. */
export const isOnOthers = (preparation: number): boolean => preparation % 2 === 1;

/** Preparations of each kind; of fewer nothing is said. */
export const LEAST_OF_A_KIND = 3;
/** A change below this is none. */
const LEAST_CHANGE = 0.1;
/** Pairs that chance may have put on the wrong side: beside other work there are some. */
const STRAYS = 0.1;

/** How many times as long the original takes, as logarithms: in the median of each preparation, and in every pair. */
interface Speeds {
  readonly medians: number[];
  readonly pairs: number[];
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const isAbove = ({ medians, pairs }: Speeds, other: Speeds): boolean =>
  Math.min(...medians) > Math.max(...other.medians) && quantile(pairs, STRAYS) > quantile(other.pairs, 1 - STRAYS);
const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? NaN;

/**
 * How many times as long the original takes, on the recorded inputs and on others, where these are not the same: where all preparations of
 * one kind lie on one side of all of the other, nearly all of their pairs as well, farther away than a tenth, and than twice of what the
 * original was ever away from itself.
 */
export function speedsOnInputs(
  [original, candidate, again]: readonly [Float64Array, Float64Array, Float64Array],
  preparations: readonly number[],
): SpeedsOnInputs | undefined {
  const recorded: Speeds = { medians: [], pairs: [] };
  const others: Speeds = { medians: [], pairs: [] };
  const logarithm = (times: Float64Array, from: number, count: number): number => Math.log(medianOf(times.slice(from, from + count)));
  const speed = (from: number, count: number): number =>
    (logarithm(original, from, count) + logarithm(again, from, count)) / 2 - logarithm(candidate, from, count);
  let itself = 0;
  let from = 0;
  for (const [preparation, count] of preparations.entries()) {
    if (count === 0) continue;
    const kind = isOnOthers(preparation) ? others : recorded;
    kind.medians.push(speed(from, count));
    for (let pair = from; pair < from + count; pair++) kind.pairs.push(speed(pair, 1));
    itself = Math.max(itself, Math.abs(logarithm(original, from, count) - logarithm(again, from, count)));
    from += count;
  }
  if (Math.min(recorded.medians.length, others.medians.length) < LEAST_OF_A_KIND) return undefined;
  const apart = Math.abs(meanOf(recorded.medians) - meanOf(others.medians));
  if (!(isAbove(recorded, others) || isAbove(others, recorded)) || apart <= Math.max(Math.log1p(LEAST_CHANGE), 2 * itself))
    return undefined;
  return { recorded: Math.exp(meanOf(recorded.medians)), others: Math.exp(meanOf(others.medians)) };
}
