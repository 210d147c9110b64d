/** Which dispatch of one profile is which of the other: by record, or by function, and by the how-manieth of it within the run. */
import type { Occurrences } from '../../../protocol/profile/profileComparison';
import type { TimeRange } from '../../profile/timeline/timeline';
import type { TrackItems } from '../../profile/timeline/trackItems';
import { rangeOf } from '../../profile/timeline/trackItems';

/** A dispatch that is drawn alone. */
export interface DrawnDispatch {
  readonly track: number;
  readonly index: number;
  readonly name: string;
  /** In its profile's own time. */
  readonly range: TimeRange;
}

export interface DispatchPair {
  readonly a: DrawnDispatch;
  readonly b: DrawnDispatch;
}

/** IREE's number for none. */
const NONE = 0xffffffff;

/** The dispatches that begin within `run` and are drawn alone in a window: of more than `most` the longest, in order of time. */
export function drawnDispatches(
  track: number,
  items: TrackItems,
  run: TimeRange,
  names: readonly { readonly name: string }[],
  most: number,
): readonly DrawnDispatch[] {
  const found: number[] = [];
  for (let i = 0; i < items.begin.length; i++) {
    if (items.counts[i] !== 1) continue;
    const from = items.question.from + BigInt(items.begin[i] ?? 0);
    if (from >= run.from && from < run.to) found.push(i);
  }
  const length = (i: number): number => (items.end[i] ?? 0) - (items.begin[i] ?? 0);
  const kept =
    found.length <= most
      ? found
      : found
          .toSorted((a, b) => length(b) - length(a))
          .slice(0, most)
          .sort((a, b) => a - b);
  return kept.map((i) => ({
    ...{ track, index: items.indices[i] ?? 0, range: rangeOf(items, i) },
    name: names[items.names[i] ?? 0]?.name ?? '',
  }));
}

/** What a dispatch is known by in both profiles; undefined where that is not known. `place` is that of its track among the profile's. */
function keyOf({ name }: DrawnDispatch, record: number, ordinal: number, place: number, byName: boolean): string | undefined {
  if (ordinal === NONE || (!byName && record === NONE)) return undefined;
  return JSON.stringify([place, byName ? name : record, ordinal]);
}

/** The dispatches of one track with what they are known by. */
export function keyed(
  dispatches: readonly DrawnDispatch[],
  { records, ordinals }: Occurrences,
  place: number,
  byName: boolean,
): ReadonlyMap<string, DrawnDispatch> {
  const known = new Map<string, DrawnDispatch>();
  dispatches.forEach((dispatch, i) => {
    const key = keyOf(dispatch, records[i] ?? NONE, ordinals[i] ?? NONE, place, byName);
    if (key !== undefined) known.set(key, dispatch);
  });
  return known;
}

/** In A's order of time. */
export function pairsOf(a: ReadonlyMap<string, DrawnDispatch>, b: ReadonlyMap<string, DrawnDispatch>): readonly DispatchPair[] {
  const pairs: DispatchPair[] = [];
  for (const [key, one] of a) {
    const other = b.get(key);
    if (other !== undefined) pairs.push({ a: one, b: other });
  }
  return pairs.sort((one, other) => (one.a.range.from < other.a.range.from ? -1 : 1));
}
