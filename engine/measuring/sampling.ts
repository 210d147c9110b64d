/** Measuring until it is enough, in pieces, so that what is measured can be shown and ended. */
import { medianOf } from '../../protocol/measurement/statistics';
import type { Measurable, Measurement } from '../addon/measurement';
import { READINGS } from './resolution';

/** How long to measure: a number of iterations, or seconds of measured time. */
export type Amount = { readonly iterations: number } | { readonly seconds: number };

/** Google Benchmark's bound. */
const MOST_ITERATIONS = 1e9;
/** A piece takes about this long. */
const PIECE_NS = 2e8;

/** Measurements joined into one. */
export interface Samples {
  /** Of each iteration. */
  readonly times: readonly number[];
  readonly scopes: Measurement['scopes'];
  /** Of each iteration, those of `scopes`. */
  readonly scopeTimes: readonly number[];
  /** As in Measurement. */
  readonly fileReadTimes: readonly number[];
  readonly scopeFileReadTimes: readonly number[];
  readonly bareTimes: readonly number[];
  readonly bareScopeTimes: readonly number[];
  /** Executions in each of `times`, as in Measurement. */
  readonly batch: number;
  readonly cpuNs: number;
  readonly wallNs: number;
  readonly cancelled: boolean;
}

const NOTHING: Samples = {
  times: [],
  scopes: [],
  scopeTimes: [],
  fileReadTimes: [],
  scopeFileReadTimes: [],
  bareTimes: [],
  bareScopeTimes: [],
  batch: 1,
  cpuNs: 0,
  wallNs: 0,
  cancelled: false,
};

export const total = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** How an iteration is measured: on cold caches, and so many executions at once. */
export interface Manner {
  readonly cold: boolean;
  readonly batch: number;
}

/** A batch takes about so many readings of the clock. */
const READINGS_A_BATCH = 1000;

/** How many executions are to be timed at once: 1 of what is as long as fifty readings of the clock, or cannot be timed so. */
export async function batchOf(measurable: Measurable, timerNs: number, signal: AbortSignal): Promise<number> {
  const { times } = await measurable.measure({ iterations: 3 }, signal);
  const alone = medianOf(times);
  // Of an abort there is none.
  if (Number.isNaN(alone) || alone >= READINGS * timerNs) return 1;
  const first = Math.ceil((READINGS_A_BATCH * timerNs) / Math.max(alone, 1));
  const { times: together, batch } = await measurable.measure({ iterations: 3, batch: first }, signal);
  if (batch === 1 || together.length === 0) return 1;
  // Without the clock in each of them they are shorter.
  return Math.max(2, Math.ceil((READINGS_A_BATCH * timerNs) / Math.max(medianOf(together), 0.1)));
}

/**
 * Measures until there is enough. `counted` is what of a piece counts as measured time, in nanoseconds: its iterations,
 * or those scopes in them that are asked for. `report` sees what there is after each piece, and
 * measuring waits for it: what it computes must not disturb.
 */
export async function sample(
  measurable: Measurable,
  amount: Amount,
  { cold, batch }: Manner,
  counted: (piece: Measurement) => number,
  report: (samples: Samples, of: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Samples> {
  let samples = NOTHING;
  let measured = 0;
  const enough = 'seconds' in amount ? amount.seconds * 1e9 : Infinity;
  const most = 'iterations' in amount ? amount.iterations : MOST_ITERATIONS;
  const times: number[] = [];
  const scopeTimes: number[] = [];
  const fileReadTimes: number[] = [];
  const scopeFileReadTimes: number[] = [];
  const bareTimes: number[] = [];
  const bareScopeTimes: number[] = [];
  while (times.length < most && measured < enough && !samples.cancelled) {
    const each = times.length === 0 ? 0 : samples.wallNs / times.length;
    // The first piece is one iteration: nothing is known of how long it takes.
    const iterations = each === 0 ? 1 : Math.max(1, Math.min(most - times.length, Math.floor(PIECE_NS / each)));
    const left =
      Number.isFinite(enough) && times.length > 0
        ? Math.ceil(((enough - measured) / Math.max(measured / times.length, 1)) * 1.05)
        : iterations;
    const piece = await measurable.measure({ iterations: Math.max(1, Math.min(iterations, left)), cold, batch }, signal);
    // A piece may have a million: no spread of arguments.
    for (const time of piece.times) times.push(time);
    for (const time of piece.scopeTimes) scopeTimes.push(time);
    for (const time of piece.fileReadTimes) fileReadTimes.push(time);
    for (const time of piece.scopeFileReadTimes) scopeFileReadTimes.push(time);
    for (const time of piece.bareTimes) bareTimes.push(time);
    for (const time of piece.bareScopeTimes) bareScopeTimes.push(time);
    measured += counted(piece);
    samples = {
      times,
      scopes: piece.scopes.length > 0 ? piece.scopes : samples.scopes,
      scopeTimes,
      fileReadTimes,
      scopeFileReadTimes,
      bareTimes,
      bareScopeTimes,
      batch: piece.batch,
      cpuNs: samples.cpuNs + piece.cpuNs,
      wallNs: samples.wallNs + piece.wallNs,
      cancelled: piece.cancelled,
    };
    const foreseen = Number.isFinite(enough) ? Math.max(times.length, Math.round((times.length * enough) / Math.max(measured, 1))) : most;
    await report(samples, foreseen);
    // An empty scope takes no time, however often: end by the clock then.
    if (Number.isFinite(enough) && samples.wallNs > 10 * enough && samples.wallNs > 5e9) break;
  }
  return samples;
}

/** Mean nanoseconds that threads spent in file reads in an iteration. */
export function fileReadNs({ times, fileReadTimes }: Samples): number {
  return total(fileReadTimes) / Math.max(1, times.length);
}
