/** Samples of several sides in turn, in random order, so that what changes over time changes for all. */
import { medianOf } from '../../protocol/statistics';
import type { Measurable } from '../addon/measuring';

/** A sample lasts about this long, for one iteration of a small capture is mostly noise. */
const SAMPLE_NS = 4e6;
const MOST_ITERATIONS = 10_000;

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
  readonly split: (measurement: Awaited<ReturnType<Measurable['measure']>>) => readonly ArrayLike<number>[];
}

/** How many iterations make a sample: the same for all sides. */
async function iterationsOf(sides: readonly Side[], signal: AbortSignal): Promise<number> {
  let slowest = 0;
  // Twice: the first is cold.
  for (const side of [...sides, ...sides]) {
    const { times } = await side.measurable.measure({ iterations: 1 }, signal);
    slowest = Math.max(1, times[0] ?? 1, side === sides[0] ? 0 : slowest);
  }
  return Math.max(1, Math.min(MOST_ITERATIONS, Math.round(SAMPLE_NS / slowest)));
}

/** Samples so far: of each side, of each thing, one number a round. */
export type Rounds = readonly (readonly (readonly number[])[])[];

/**
 * Rounds of one sample a side, each a median of iterations. Ends after `most` rounds, or after `seconds` but not before
 * `least` rounds, or when aborted, with whole rounds only.
 */
export async function interleave(
  sides: readonly Side[],
  limits: { readonly most: number; readonly least: number; readonly seconds: number; readonly seed: number },
  report: (rounds: Rounds, round: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Rounds> {
  const order = randomOrder(limits.seed);
  const iterations = await iterationsOf(sides, signal);
  const rounds: number[][][] = sides.map(() => []);
  const begin = performance.now();
  for (let round = 0; round < limits.most && !signal.aborted; round++) {
    if (round >= limits.least && performance.now() - begin > limits.seconds * 1000) break;
    const samples: (readonly number[])[] = [];
    for (const index of order(sides.length)) {
      const side = sides[index];
      if (side === undefined) continue;
      const measurement = await side.measurable.measure({ iterations }, signal);
      samples[index] = side.split(measurement).map(medianOf);
    }
    // Cut off by an abort: no whole round.
    if (samples.some((values) => values.some(Number.isNaN)) || samples.length < sides.length) break;
    for (const [index, values] of samples.entries()) {
      values.forEach((value, thing) => ((rounds[index] ??= [])[thing] ??= []).push(value));
    }
    await report(rounds, round + 1);
  }
  return rounds;
}
