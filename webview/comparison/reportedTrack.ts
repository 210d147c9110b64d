/** Dispatches of a track that a report has, by what its page asks of them. */
import type { ReportedTrack } from '../../protocol/profile/comparisonReport';
import type { SliceId } from '../../protocol/profile/profile';
import type { Occurrences } from '../../protocol/profile/profileComparison';

/** IREE's number for none. */
const NONE = 0xffffffff;

type Place = SliceId & { readonly start: string; readonly end: string };

/** Of what is not in the report nothing is known. */
export function occurrencesIn(reported: ReportedTrack | undefined, indices: readonly number[]): Occurrences {
  const items = indices.map((index) => reported?.window.indices.indexOf(index) ?? -1);
  const known = (list: Uint32Array | undefined): Uint32Array => Uint32Array.from(items, (item) => list?.[item] ?? NONE);
  return { records: known(reported?.occurrences.records), ordinals: known(reported?.occurrences.ordinals) };
}

/** Where the item is that `find` finds, -1 for none. */
export function placeOf(reported: ReportedTrack | undefined, find: (reported: ReportedTrack) => number): Place | undefined {
  if (reported === undefined) return undefined;
  const { track, indices, starts, ends } = reported.window;
  const item = find(reported);
  const [index, start, end] = [indices[item], starts[item], ends[item]];
  if (index === undefined || start === undefined || end === undefined) return undefined;
  return { track, index, start: String(start), end: String(end) };
}

/** The item of the slice that is `by` places away. */
export function neighbourIn({ window: { indices } }: ReportedTrack, index: number, by: number): number {
  const item = indices.indexOf(index);
  return item === -1 ? -1 : item + by;
}

/** The item of a lane at a time, or the nearest to it. */
export function sliceAtIn({ window: { starts, ends, lanes } }: ReportedTrack, lane: number, time: bigint): number {
  let nearest = -1;
  let distance: bigint | undefined;
  for (const [item, start] of starts.entries()) {
    if (lanes[item] !== lane) continue;
    const end = ends[item] ?? start;
    const away = time < start ? start - time : time > end ? time - end : 0n;
    if (distance !== undefined && away >= distance) continue;
    nearest = item;
    distance = away;
  }
  return nearest;
}
