/** How one run of each profile is laid over that of the other: moment 0 is the first dispatch of either. */
import type { BegunDispatches, ComparedTimelines } from '../../../protocol/profile/profileComparison';
import { grouped } from '../../widgets/numbers';
import type { TimeRange } from '../../profile/timeline/timeline';

/** From the begin of a run's first dispatch to the end of its last: nanoseconds from the profile's first moment. */
export interface Extent {
  readonly first: bigint;
  readonly last: bigint;
  readonly count: number;
}

/** Over all tracks; undefined of a run without dispatches. */
export function extentOf(begun: readonly BegunDispatches[]): Extent | undefined {
  const [one, ...others] = begun.map(({ first, last, count }) => ({ first: BigInt(first), last: BigInt(last), count }));
  return others.reduce(
    (all, { first, last, count }) =>
      all && {
        first: first < all.first ? first : all.first,
        last: last > all.last ? last : all.last,
        count: all.count + count,
      },
    one,
  );
}

const lengthOf = (extent: Extent | undefined): bigint => (extent === undefined ? 0n : extent.last - extent.first);

/** Nanoseconds of the longer one: what there is to see. */
export function lengthOfBoth(a: Extent | undefined, b: Extent | undefined): bigint {
  const [one, other] = [lengthOf(a), lengthOf(b)];
  return one > other ? one : other;
}

/** How much later B's last dispatch ends than A's, both from their first; undefined where one has none. */
export function endDifference(a: Extent | undefined, b: Extent | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : lengthOf(b) - lengthOf(a);
}

/** A part of time from the first dispatch, in a profile's own time; and back. */
export const inProfile = ({ from, to }: TimeRange, { first }: Extent): TimeRange => ({ from: from + first, to: to + first });
export const fromFirst = ({ from, to }: TimeRange, { first }: Extent): TimeRange => ({ from: from - first, to: to - first });

/** Runs that can be laid over each other. */
export const runsOfBoth = ({ a, b }: ComparedTimelines): number => Math.min(a.runs.length, b.runs.length);

/** Those of them that can be shown, from the first on. */
export const shownRuns = (timelines: ComparedTimelines): number => timelines.shownRuns ?? runsOfBoth(timelines);

/** "Run 14 of 32 of scope execute, aligned at its first dispatch"; `index` counts from 0. */
export function alignmentText(timelines: ComparedTimelines, index: number): string {
  const { by, name, record, a, b, shownRuns: shown } = timelines;
  if (by === 'whole') return 'Both timelines, aligned at their first dispatch';
  const count = runsOfBoth(timelines);
  const what = by === 'scope' ? `scope ${name}` : `record #${String(record ?? 0)}`;
  const more = a.runs.length === b.runs.length ? '' : ` (A has ${grouped(a.runs.length)}, B ${grouped(b.runs.length)})`;
  const here = shown === undefined ? '' : `, of which the first ${shown === 1 ? 'one is' : `${grouped(shown)} are`} in this report`;
  return `Run ${grouped(index + 1)} of ${grouped(count)} of ${what}${more}${here}, aligned at its first dispatch`;
}
