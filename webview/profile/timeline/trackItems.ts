/** What lies on a track within a window, made ready to be drawn: distances in place of times. */
import type { TrackWindow } from '../../../protocol/profile/profile';
import type { WindowQuestion } from './windowQuestion';

type Kept = 'indices' | 'counts' | 'matches' | 'names' | 'lanes' | 'covered' | 'least' | 'most' | 'last';

export interface TrackItems extends Pick<TrackWindow, Kept> {
  readonly question: WindowQuestion;
  /** Nanoseconds from the question's `from`, whole and exact; negative of what began before. */
  readonly begin: Float64Array;
  readonly end: Float64Array;
  /** Where execution began; empty where nothing waits. */
  readonly ready: Float64Array;
  readonly anyMatch: boolean;
}

const WORD = 2 ** 32;

/** Distances of times from a moment: exact up to 2 ** 53, and without a bigint for each. */
export function distancesFrom(base: bigint, times: BigInt64Array): Float64Array {
  const distances = new Float64Array(times.length);
  const low = new Uint32Array(times.buffer, times.byteOffset, times.length * 2);
  const high = new Int32Array(times.buffer, times.byteOffset, times.length * 2);
  const baseLow = Number(BigInt.asUintN(32, base));
  const baseHigh = Number(base >> 32n);
  for (let i = 0; i < distances.length; i++) {
    distances[i] = ((high[2 * i + 1] ?? 0) - baseHigh) * WORD + ((low[2 * i] ?? 0) - baseLow);
  }
  return distances;
}

export function itemsOf(question: WindowQuestion, window: TrackWindow): TrackItems {
  const { indices, counts, matches, names, lanes, covered, least, most, last } = window;
  return {
    ...{ question, indices, counts, matches, names, lanes, covered, least, most, last },
    begin: distancesFrom(question.from, window.starts),
    end: distancesFrom(question.from, window.ends),
    ready: distancesFrom(question.from, window.readies),
    anyMatch: matches.some((count) => count > 0),
  };
}

/** An item's time, exact. */
export function rangeOf({ question, begin, end }: TrackItems, i: number): { readonly from: bigint; readonly to: bigint } {
  return { from: question.from + BigInt(begin[i] ?? 0), to: question.from + BigInt(end[i] ?? 0) };
}

/** The item of a lane at a moment; or the nearest, no farther than `slack` nanoseconds; -1 where there is none. */
export function itemAt(items: TrackItems, lane: number, time: bigint, slack: number): number {
  const { begin, end, lanes } = items;
  const at = Number(time - items.question.from);
  let nearest = -1;
  let distance = slack;
  for (let i = 0; i < begin.length; i++) {
    const from = begin[i] ?? 0;
    if (from > at + slack) break;
    if ((lanes[i] ?? 0) !== lane) continue;
    const away = Math.max(from - at, at - (end[i] ?? 0), 0);
    if (away > distance || (nearest !== -1 && away === distance && away > 0)) continue;
    nearest = i;
    distance = away;
  }
  return nearest;
}

/** The last item that begins at or before a moment, for what holds until the next; -1 before the first. */
export function itemBefore({ begin, question }: TrackItems, time: bigint): number {
  const at = Number(time - question.from);
  let low = 0;
  let high = begin.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((begin[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
