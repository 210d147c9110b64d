/**
 * The one rule that decides whether one thing is faster than another: for substitutions, benchmarks and comparisons, on pages, in
 * lists, lenses and on the command line. How it is said is in words/differenceWords.ts.
 */

/** How many times as long the first takes as the second: above 1 the second is faster. */
export interface Estimate {
  /** Of the medians that are shown. */
  readonly ratio: number;
  /** 95 %. */
  readonly interval: readonly [low: number, high: number];
}

/** How many times as long the first takes, where that depends on what the inputs hold. */
export interface SpeedsOnInputs {
  readonly recorded: number;
  readonly others: number;
}

/** What an estimate is judged by. */
export interface Evidence extends Estimate {
  /** Of the side that has the fewest. */
  readonly samples: number;
  /** How far things that are the same are known to be from each other, in parts; undefined where that is not known. */
  readonly noise?: number | undefined;
  /** The same of the first measured once more, where that was done: it has to say the same. */
  readonly again?: Estimate | undefined;
  /** What was measured cannot be told from reading the clock. */
  readonly unmeasurable?: boolean | undefined;
  /** Where they are not the same. */
  readonly onInputs?: SpeedsOnInputs | undefined;
  /** Something that makes whatever the times say doubtful. */
  readonly doubt?: 'disturbed' | 'heaps' | 'drift' | 'recorded' | undefined;
}

/**
 * What is missing to know it: `unmeasurable`, times that the clock resolves; `ten-samples`, so many; `samples`, a narrower interval; `noise`, how far the
 * same is from itself; `within-noise`, a difference beyond that; `unconfirmed`, the same from the first measured once more;
 * `inputs`,
 * a speed that is the same on other inputs; `disturbed`, a machine without other work; `heaps`, times in one heap; `drift`, times that stay as they are; `recorded`, that
 * what was recorded to break it down was recorded in both.
 */
export type Missing =
  | ('unmeasurable' | 'ten-samples' | 'samples' | 'noise' | 'within-noise' | 'unconfirmed' | 'inputs')
  | ('disturbed' | 'heaps' | 'drift' | 'recorded');

export type SpeedVerdict = 'faster' | 'slower' | 'no-difference' | 'not-known-yet';

/** What evidence allows to say: the same fields that a row of a result has. */
export interface Difference extends Estimate {
  /** `faster`: the second is. */
  readonly verdict: SpeedVerdict;
  /** Of `not-known-yet`. */
  readonly missing?: Missing;
  readonly noise?: number | undefined;
  readonly again?: Estimate | undefined;
  readonly onInputs?: SpeedsOnInputs | undefined;
}

/** A change below this is none that matters, however sure it is. */
const LEAST_CHANGE = 0.005;
/** An interval of fewer is chance. */
const LEAST_SAMPLES = 10;
/** Beyond this much noise nothing is called the same. */
export const MOST_NOISE = 0.05;

/** How far an interval reaches from 1, in parts. */
export function reachOf({ interval: [low, high] }: Pick<Estimate, 'interval'>): number {
  return low > 0 ? Math.max(high, 1 / low) - 1 : Infinity;
}

/** The side of 1 on which the whole interval lies, farther than `least`. */
function sideOf({ interval: [low, high] }: Estimate, least: number): 'faster' | 'slower' | undefined {
  if (low > 1 + least) return 'faster';
  return high < 1 / (1 + least) ? 'slower' : undefined;
}

/**
 * `faster` and `slower` where the interval excludes 1 by more than the noise that is known, and by more than half a percent;
 * `no-difference` where it is about 1, and excludes whatever is more than both together; and otherwise what is missing.
 */
export function decide(evidence: Evidence): Difference {
  const { ratio, interval, samples, noise, again, onInputs, unmeasurable = false, doubt } = evidence;
  const said = {
    ...{ ratio, interval },
    ...(noise === undefined ? {} : { noise }),
    ...(again === undefined ? {} : { again }),
    ...(onInputs === undefined ? {} : { onInputs }),
  };
  const unknown = (missing: Missing): Difference => ({ ...said, verdict: 'not-known-yet', missing });
  // Also what is no number.
  if (unmeasurable || !(interval[0] > 0) || !Number.isFinite(interval[1])) return unknown('unmeasurable');
  if (samples < LEAST_SAMPLES) return unknown('ten-samples');
  if (doubt !== undefined) return unknown(doubt);
  if (onInputs !== undefined) return unknown('inputs');
  if (noise === undefined) return unknown('noise');
  const least = Math.max(LEAST_CHANGE, noise);
  const side = sideOf(evidence, least);
  if (again !== undefined && sideOf(again, least) !== side) return unknown('unconfirmed');
  if (side !== undefined) return { ...said, verdict: side };
  // However much noise there is: what lies apart from 1 as a whole is not called the same.
  if (sideOf(evidence, LEAST_CHANGE) !== undefined) return unknown('within-noise');
  if (noise <= MOST_NOISE && reachOf(evidence) <= sameWithin(noise)) return { ...said, verdict: 'no-difference' };
  return unknown('samples');
}

/** A difference above this is excluded where there is none. */
export function sameWithin(noise: number): number {
  return LEAST_CHANGE + noise;
}
