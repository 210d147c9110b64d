/**
 * A dispatch, timed in pairs on a device of the user's IREE: by the original, a candidate and the original once more in turn, in one process of
 * its tool, by the device's own clock. The same series is replayed again, and what it leaves is compared: after the last, and after
 * others that are chosen by chance.
 */
import type { PairedRow } from '../../protocol/replay/substitution';
import type { ComparedRange } from '../../protocol/replay/verification';
import type { RunOptions } from '../../protocol/replay/run';
import type { ListedDispatch } from '../addon/dispatches';
import type { FittedCandidate, Repetition } from '../addon/repetitions';
import { isEnough } from '../comparing/enoughPairs';
import { LEAST_PREPARATIONS } from '../comparing/preparations';
import { CANDIDATE } from '../comparing/timedChecks';
import { pairedRow, type RowPlace } from '../comparing/verdict';
import { LostTimes, NoDispatchTimes, tappedRepetitions, timedRepetitions, type Series } from '../iree/repetitions';
import { IreeFailure } from '../iree/replay';
import { repetitionTimes, type RepetitionTimes } from '../iree/repetitionTimes';
import type { IreeTools } from '../iree/tools';
import { randomOrder } from '../measuring/pairs';
import { READINGS } from '../measuring/resolution';
import { probeDispatch, wrongIn, type ComparedResults, type ProbedDispatch } from './probedDispatch';

/** The original, the candidate, the original once more. */
const SIDES = 3;
/** Executions of each side before those that count: drivers compile when a kernel is first executed. */
const COLD = 2;
/** Rounds in a preparation: more where preparing takes longer than they do. */
const LEAST_ROUNDS = 8;
/** IREE's tool takes the longer for an operation the more there were before it. */
const MOST_ROUNDS = 100;
/** A replay whose times its tool loses is made again so many times. */
const MOST_LOST = 3;
/** Bytes that one replay may write to be compared. */
const MOST_TAPPED = 256 * 2 ** 20;

/** What is timed. */
export interface PairedDispatch {
  readonly tools: IreeTools;
  /** Of the original. */
  readonly run: RunOptions;
  readonly dispatch: ListedDispatch;
  /** How often its function is executed in a replay. */
  readonly count: number;
  readonly candidate: FittedCandidate;
  readonly how: ComparedResults;
}

/** How long to go on. */
export interface DispatchLimits {
  /** Rounds altogether, where that is given; by default they go on until they tell. */
  readonly pairs: number | undefined;
  readonly seconds: number;
  /** Seeds of what is chosen by chance. */
  readonly chance: () => number;
}

/** What was found. */
export interface PairedFindings {
  /** Absent where nothing was timed. */
  readonly row?: PairedRow;
  /** Executions of the candidate that were compared. */
  readonly compared: number;
  /** What the candidate left otherwise than the original. */
  readonly wrong?: readonly ComparedRange[];
  /** Why a candidate that differs may not be to blame, a clause. */
  readonly doubt?: string;
  /** Why nothing was timed, a clause. */
  readonly untimed?: string;
  /** How a replay with the candidate ended that did not come to its end. */
  readonly failed?: IreeFailure;
  /** Replays whose times IREE's tool lost: they were made again. */
  readonly lost: number;
}

/** The sides in the order in which they are executed: cold ones, then rounds of all in random order. */
function sidesInOrder(rounds: number, seed: number): readonly number[] {
  const order = randomOrder(seed);
  return Array.from({ length: COLD + rounds }, () => order(SIDES)).flat();
}

/** Places in the series that are compared: the last of the candidate, then of the original, then some by chance; as many as there is room for. */
function comparedPlaces(sides: readonly number[], bytes: number, seed: number): ReadonlySet<number> {
  const ofCandidate = [...sides.keys()].filter((index) => sides[index] === CANDIDATE);
  const others = randomOrder(seed)(ofCandidate.length - 1).map((index) => ofCandidate[index] ?? 0);
  const wanted = [ofCandidate.at(-1) ?? 0, sides.lastIndexOf(0), others[0] ?? 0, ofCandidate[0] ?? 0, others[1] ?? 0, sides.lastIndexOf(2)];
  return new Set(wanted.slice(0, Math.max(1, Math.floor(MOST_TAPPED / bytes))));
}

/** A preparation of all sides, in another order each time, for what is prepared first lies elsewhere. */
function seriesOf(
  { dispatch: { record, via }, candidate }: PairedDispatch,
  { overwritten, after }: ProbedDispatch,
  { turn, sides, chance }: { readonly turn: number; readonly sides: readonly number[]; readonly chance: () => number },
): Series {
  const prepared = Array.from({ length: SIDES }, (_, place) => (place + turn) % SIDES);
  const compared = comparedPlaces(sides, after.length, chance());
  const patterns = chance();
  const repetitions = sides.map((side, index): Repetition => ({
    executable: prepared.indexOf(side),
    pattern: Math.imul(patterns ^ index, 0x9e3779b1) >>> 0,
    tapped: compared.has(index),
  }));
  const executables = prepared.map((side) => (side === CANDIDATE ? candidate : {}));
  return { record, ...(via === undefined ? {} : { via }), executables, repetitions, overwritten };
}

/** What one series left. */
async function compareSeries(
  { tools, run, how, dispatch }: PairedDispatch,
  probed: ProbedDispatch,
  { series, sides }: { readonly series: Series; readonly sides: readonly number[] },
  signal: AbortSignal,
): Promise<Pick<PairedFindings, 'compared' | 'wrong' | 'doubt'>> {
  const { behind } = await tappedRepetitions(tools, run, series, signal);
  const tapped = sides.filter((_, index) => series.repetitions[index]?.tapped);
  let compared = 0;
  let wrong: PairedFindings['wrong'];
  for (const [index, side] of tapped.entries()) {
    const found = await wrongIn(probed, behind[index] ?? new Uint8Array(), how);
    if (side === CANDIDATE) compared++;
    if (found === undefined) continue;
    if (side !== CANDIDATE)
      return { compared, doubt: `the original itself leaves other results in #${String(dispatch.record)} while it is timed` };
    wrong ??= found.left;
  }
  return { compared, ...(wrong === undefined ? {} : { wrong }) };
}

/** The times of one series, and how many replays lost theirs; a clause where there are none. */
async function timeSeries(
  { tools, run, dispatch }: PairedDispatch,
  series: Series,
  signal: AbortSignal,
): Promise<{ readonly times: RepetitionTimes | string; readonly lost: number }> {
  for (let lost = 0; ; lost++) {
    try {
      const events = await timedRepetitions(tools, run, series, signal);
      const executables = series.repetitions.map(({ executable }) => executable);
      const none = events.length === 0 ? noTimes(run) : `the device gave no time for some of the executions of #${String(dispatch.record)}`;
      return { times: repetitionTimes(events, executables) ?? none, lost };
    } catch (error) {
      if (error instanceof NoDispatchTimes) return { times: noTimes(run), lost };
      if (!(error instanceof LostTimes)) throw error;
      if (lost === MOST_LOST) return { times: `IREE's tool lost the times of ${String(lost)} replays: ${error.message}`, lost };
    }
  }
}

const noTimes = ({ devices }: RunOptions): string => `${devices.join(', ') || 'local-sync'} gives no device times of dispatches`;

/** Replays the series by the original alone. Rejects where that does not come to its end either: then no candidate is to blame. */
async function checkOriginal({ tools, run }: PairedDispatch, series: Series, failure: IreeFailure, signal: AbortSignal): Promise<void> {
  if (failure.ending === undefined) return;
  await tappedRepetitions(tools, run, { ...series, executables: series.executables.map(() => ({})) }, signal);
}

/** Rounds that take about as long as starting the tool and preparing does, but not more than their part of the time. */
function fittingRounds({ spanNs, ns }: RepetitionTimes, wallNs: number, seconds: number): number {
  const roundNs = (SIDES * spanNs) / Math.max(1, ns.length - 1);
  const wanted = Math.ceil((wallNs - spanNs) / roundNs);
  // Each is replayed twice.
  const most = Math.floor((1e9 * seconds) / (2 * LEAST_PREPARATIONS) / roundNs);
  return Math.max(LEAST_ROUNDS, Math.min(wanted, most, MOST_ROUNDS));
}

/**
 * Compares and times it until that tells, for so many seconds at most; `tell` hears of each row in between. Ends as soon as something is wrong.
 * Rejects where a replay fails, and, when aborted before anything was timed, with the signal's reason.
 */
export async function timePairs(
  paired: PairedDispatch,
  { pairs, seconds, chance }: DispatchLimits,
  tell: (row: PairedRow) => void,
  signal: AbortSignal,
): Promise<PairedFindings> {
  const { tools, run, dispatch, count } = paired;
  const begin = performance.now();
  const probed = await probeDispatch(tools, run, dispatch, paired.how, signal);
  if (typeof probed === 'string') return { compared: 0, lost: 0, untimed: probed };
  const { record, via } = dispatch;
  const place: RowPlace = {
    ...{ kind: 'dispatch', label: dispatch.function || `function of #${String(record)}`, count, record },
    ...(via === undefined ? {} : { via }),
  };
  const times: readonly [number[], number[], number[]] = [[], [], []];
  const preparations: number[] = [];
  let resolutionNs = 0;
  let compared = 0;
  let lost = 0;
  const rowOf = (): Promise<PairedRow> => {
    const [original, candidate, again] = times.map((side) => Float64Array.from(side));
    const all = [original ?? new Float64Array(), candidate ?? new Float64Array(), again ?? new Float64Array()] as const;
    const shortest = Math.min(...all.map((side) => side.reduce((least, one) => Math.min(least, one), Infinity)));
    return pairedRow(place, all, preparations, { ns: resolutionNs, batch: 1, measurable: shortest >= READINGS * resolutionNs });
  };
  let row: PairedRow | undefined;
  let rounds = LEAST_ROUNDS;
  for (let turn = 0; ; turn++) {
    if (pairs !== undefined) rounds = Math.min(Math.ceil(pairs / LEAST_PREPARATIONS), pairs - times[0].length);
    const sides = sidesInOrder(rounds, chance());
    const series = seriesOf(paired, probed, { turn, sides, chance });
    let measured: RepetitionTimes;
    try {
      const started = performance.now();
      const { times: found, lost: again } = await timeSeries(paired, series, signal);
      lost += again;
      if (typeof found === 'string') return { compared, lost, untimed: found };
      measured = found;
      if (turn === 0 && pairs === undefined) rounds = fittingRounds(measured, 1e6 * (performance.now() - started), seconds);
      const { compared: more, ...differs } = await compareSeries(paired, probed, { series, sides }, signal);
      compared += more;
      if (differs.doubt !== undefined || differs.wrong !== undefined) return { compared, lost, ...differs };
    } catch (error) {
      // What was measured until it was ended is worth showing.
      if (signal.aborted && row !== undefined) return { compared, lost, row };
      if (!(error instanceof IreeFailure)) throw error;
      await checkOriginal(paired, series, error, signal);
      return { compared, lost, failed: error };
    }
    // The first only tells how long one takes, unless so many pairs are wanted.
    if (turn === 0 && pairs === undefined) continue;
    resolutionNs = Math.max(resolutionNs, measured.resolutionNs);
    const counted = measured.ns.slice(COLD * SIDES);
    for (const [index, ns] of counted.entries()) times[sides[COLD * SIDES + index] ?? 0]?.push(ns);
    preparations.push(counted.length / SIDES);
    row = await rowOf();
    tell(row);
    if (pairs !== undefined && times[0].length >= pairs) return { compared, lost, row };
    if (pairs !== undefined || preparations.length < LEAST_PREPARATIONS) continue;
    if (performance.now() - begin > 1000 * seconds || isEnough(row)) return { compared, lost, row };
  }
}
