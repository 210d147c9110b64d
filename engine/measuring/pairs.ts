/** Samples of several sides in turn, in random order, so that what changes over time changes for all. */
import { medianOf } from '../../protocol/statistics';
import type { Measurable, Measurement } from '../addon/measuring';
import { READINGS } from './resolution';

/** A sample lasts about this long, for one iteration of a small capture is mostly noise. */
const SAMPLE_NS = 2e6;
const MOST_ITERATIONS = 10_000;
/** Of what is timed in batches. */
const BATCHES_A_SAMPLE = 9;
const MOST_IN_A_BATCH = 1_000_000;
/** What is shorter than so many readings of the clock is executed many times between two of them, where that can be done. */
const BATCHED_BELOW = 1000;

/** xorshift32: the order of a run can be had again by its seed. */
function randomOrder(seed: number): (count: number) => readonly number[] {
  let state = seed >>> 0 || 1;
  const next = (bound: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
  return (count) => {
    const order = Array.from({ length: count }, (_, index) => index);
    for (let i = count - 1; i > 0; i--) {
      const j = next(i + 1);
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    return order;
  };
}

/** What is timed in a sample: a time an iteration for each thing that is looked at. */
export interface Side {
  readonly measurable: Measurable;
  /** Times of each thing, from a measurement. */
  readonly split: (measurement: Measurement) => readonly ArrayLike<number>[];
}

/** Sides that are compared with each other, and what makes a sample of each: the same for all of them. */
export interface Sampled {
  readonly sides: readonly Side[];
  readonly iterations: number;
  readonly batch: number;
  /** What one of them takes, the slowest. */
  readonly slowestNs: number;
  /** It takes long enough to be told from reading the clock, of which each reading takes `timerNs`. */
  readonly measurable: boolean;
}

/** Looks how long the sides take, and how they are to be sampled; `batches` where single executions may follow each other. */
export async function sampled(sides: readonly Side[], batches: boolean, timerNs: number, signal: AbortSignal): Promise<Sampled> {
  const slowest = async (limits: { readonly iterations: number; readonly batch?: number }): Promise<number> => {
    let longest = 1;
    for (const side of sides) {
      const measurement = await side.measurable.measure(limits, signal);
      if (measurement.batch !== (limits.batch ?? 1)) return NaN;
      longest = Math.max(longest, medianOf(measurement.times) || 1);
    }
    return longest;
  };
  // Twice: the first is cold.
  await slowest({ iterations: 1 });
  const alone = await slowest({ iterations: 3 });
  const fitting = (ns: number): number => Math.max(1, Math.min(MOST_IN_A_BATCH, Math.round(SAMPLE_NS / BATCHES_A_SAMPLE / ns)));
  if (batches && alone < BATCHED_BELOW * timerNs) {
    // Without the clock in each of them they are shorter.
    const together = await slowest({ iterations: 1, batch: Math.max(2, fitting(alone)) });
    if (!Number.isNaN(together)) {
      return { sides, iterations: BATCHES_A_SAMPLE, batch: Math.max(2, fitting(together)), slowestNs: together, measurable: true };
    }
  }
  const iterations = Math.max(1, Math.min(MOST_ITERATIONS, Math.round(SAMPLE_NS / alone)));
  return { sides, iterations, batch: 1, slowestNs: alone, measurable: alone >= READINGS * timerNs };
}

/** Samples so far: of each side, of each thing, one number a round. */
export type Rounds = readonly (readonly (readonly number[])[])[];

/** How long to go on. */
export interface RoundLimits {
  readonly most: number;
  readonly least: number;
  readonly seconds: number;
  readonly seed: number;
  /** Before this many rounds nobody asks whether it is enough; then after each half as many more again. */
  readonly firstLook: number;
}

/**
 * Rounds of one sample of every side of all groups, in random order, each a median of iterations: what is compared comes from the
 * same repetitions. Ends after `most` rounds, when it is `enough`, or after `seconds` but not before `least` rounds, or when
 * aborted, with whole rounds only.
 */
export async function interleave(
  groups: readonly Sampled[],
  limits: RoundLimits,
  enough: (rounds: readonly Rounds[]) => Promise<boolean>,
  report: (rounds: readonly Rounds[], round: number) => Promise<void>,
  signal: AbortSignal,
): Promise<readonly Rounds[]> {
  const order = randomOrder(limits.seed);
  const all = groups.flatMap((group, index) => group.sides.map((side, place) => ({ group, index, side, place })));
  const rounds: number[][][][] = groups.map(({ sides }) => sides.map(() => []));
  const begin = performance.now();
  let look = limits.firstLook;
  for (let round = 0; round < limits.most && !signal.aborted; round++) {
    if (round >= limits.least && performance.now() - begin > limits.seconds * 1000) break;
    if (round >= look) {
      if (await enough(rounds)) break;
      look = Math.ceil(look * 1.5);
    }
    const samples: (readonly number[])[] = [];
    for (const chosen of order(all.length)) {
      const one = all[chosen];
      if (one === undefined) continue;
      const { iterations, batch } = one.group;
      samples[chosen] = one.side.split(await one.side.measurable.measure({ iterations, batch }, signal)).map(medianOf);
    }
    // Cut off by an abort: no whole round.
    if (samples.some((values) => values.some(Number.isNaN)) || samples.length < all.length) break;
    for (const [chosen, values] of samples.entries()) {
      const one = all[chosen];
      const series = one === undefined ? undefined : rounds[one.index]?.[one.place];
      values.forEach((value, thing) => series !== undefined && (series[thing] ??= []).push(value));
    }
    await report(rounds, round + 1);
  }
  return rounds;
}
