/** Samples of several sides in turn, in random order, so that what changes over time changes for all. */
import { medianOf } from '../../protocol/measurement/statistics';
import type { Measurable, Measurement } from '../addon/measurement';
import { READINGS } from './resolution';

/** A sample lasts about this long, for one iteration of a small capture is mostly noise. */
const SAMPLE_NS = 2e6;
const MOST_ITERATIONS = 10_000;
/** Of what is timed in batches. */
const BATCHES_A_SAMPLE = 9;
const MOST_IN_A_BATCH = 1_000_000;
/** What is shorter than so many readings of the clock is executed many times between two of them, where that can be done. */
const BATCHED_BELOW = 1000;

/** Gives the numbers below a count in a random order, by xorshift32: the order of a run can be had again by its seed. */
export function randomOrder(seed: number): (count: number) => readonly number[] {
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

/** What makes a sample: the same for all sides that are compared with each other. */
export interface Sampling {
  readonly iterations: number;
  readonly batch: number;
  /** What one of them takes, the slowest. */
  readonly slowestNs: number;
  /** It takes long enough to be told from reading the clock, of which each reading takes `timerNs`. */
  readonly measurable: boolean;
}

/** Looks how long the sides take, and how they are to be sampled; `batches` where single executions may follow each other. */
export async function samplingOf(sides: readonly Side[], batches: boolean, timerNs: number, signal: AbortSignal): Promise<Sampling> {
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
      return { iterations: BATCHES_A_SAMPLE, batch: Math.max(2, fitting(together)), slowestNs: together, measurable: true };
    }
  }
  const iterations = Math.max(1, Math.min(MOST_ITERATIONS, Math.round(SAMPLE_NS / alone)));
  return { iterations, batch: 1, slowestNs: alone, measurable: alone >= READINGS * timerNs };
}

/** Sides that are compared with each other, and how they are sampled. */
export interface Sampled {
  readonly sides: readonly Side[];
  readonly sampling: Sampling;
}

/** Samples of a group: of each side, of each thing, one number a round. */
export type Rounds = readonly (readonly (readonly number[])[])[];

/** Sides of all groups, as they were prepared together. */
export interface Preparation {
  readonly groups: readonly Sampled[];
  /** After its last round, unless that was cut off. Rejects with what is no abort. */
  readonly finish?: () => Promise<void>;
  readonly close: () => void;
}

/** How long to go on. */
export interface PairLimits {
  /** Rounds altogether. */
  readonly most: number;
  readonly seconds: number;
  readonly seed: number;
  /** So many preparations at least, unless it is aborted. */
  readonly preparations: number;
}

/** What was measured: the rounds of each group, and how many of them each preparation has. */
export interface Paired {
  readonly rounds: readonly Rounds[];
  readonly preparations: readonly number[];
}

/** Rounds in a preparation: more where preparing takes longer than they do. */
const ROUNDS = 8;

/**
 * Rounds of one sample of every side of all groups, in random order, each a median of iterations: what is compared comes from the
 * same repetitions. After a few rounds everything is prepared anew, for where memory comes to lie makes times, too. Ends after
 * `most` rounds, when it is `enough`, or after `seconds`, or when aborted, with whole rounds only.
 */
export async function measurePairs(
  prepare: (turn: number) => Promise<Preparation>,
  { most, seconds, seed, preparations: least }: PairLimits,
  enough: (so: Paired) => Promise<boolean>,
  report: (so: Paired, round: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Paired> {
  const order = randomOrder(seed);
  const rounds: number[][][][] = [];
  const preparations: number[] = [];
  const so: Paired = { rounds, preparations };
  const begin = performance.now();
  const spent = (): number => (performance.now() - begin) / 1000;
  let done = 0;
  for (let turn = 0; done < most && !signal.aborted; turn++) {
    if (turn >= least && (spent() > seconds || (await enough(so)))) break;
    const before = performance.now();
    const { groups, finish, close } = await prepare(turn).catch((error: unknown): Preparation => {
      // What was measured until it was ended is worth showing.
      if (signal.aborted && done > 0) return { groups: [], close: (): void => undefined };
      throw error;
    });
    if (groups.length === 0) break;
    try {
      const prepared = performance.now() - before;
      // The first of each is cold.
      if ((await round(groups, order, signal)) === undefined) return so;
      const wanted = Math.min(
        most - done,
        Math.ceil(most / least),
        Math.max(ROUNDS, Math.ceil(prepared / (performance.now() - before - prepared))),
      );
      preparations.push(0);
      for (let i = 0; i < wanted; i++) {
        // Each of the preparations that there have to be has its part of the time.
        if (i >= LEAST_ROUNDS && spent() > (seconds * Math.min(turn + 1, least)) / least) break;
        const samples = await round(groups, order, signal);
        if (samples === undefined) return so;
        for (const [group, sides] of samples.entries())
          for (const [side, things] of sides.entries())
            for (const [thing, value] of things.entries()) (((rounds[group] ??= [])[side] ??= [])[thing] ??= []).push(value);
        preparations[turn] = i + 1;
        done++;
        await report(so, done);
      }
      await finish?.();
    } finally {
      close();
    }
  }
  return so;
}

/** Of fewer a preparation has no median that is one. */
const LEAST_ROUNDS = 4;

/** A sample of each thing of each side of each group; undefined when it was cut off by an abort. */
async function round(
  groups: readonly Sampled[],
  order: (count: number) => readonly number[],
  signal: AbortSignal,
): Promise<readonly (readonly (readonly number[])[])[] | undefined> {
  const samples: (readonly number[])[][] = groups.map(() => []);
  const all = groups.flatMap(({ sides, sampling }, group) => sides.map((side, place) => ({ group, place, side, sampling })));
  for (const chosen of order(all.length)) {
    const one = all[chosen];
    const values = samples[one?.group ?? -1];
    if (one === undefined || values === undefined) continue;
    const { iterations, batch } = one.sampling;
    values[one.place] = one.side.split(await one.side.measurable.measure({ iterations, batch }, signal)).map(medianOf);
  }
  return signal.aborted || samples.flat(2).some(Number.isNaN) ? undefined : samples;
}
