/** A function has one colour in both profiles, the table and the timelines: by its rank in A, with what is only in B after that. */
import type { ProfileDiffRow } from '../../protocol/profile/profileComparison';

/** Ranks from 0, by name: as in A's own editor. */
export function functionRanks(functions: readonly ProfileDiffRow[]): ReadonlyMap<string, number> {
  const byTime = functions.toSorted(
    (a, b) => (b.before?.totalNs ?? 0) - (a.before?.totalNs ?? 0) || (b.after?.totalNs ?? 0) - (a.after?.totalNs ?? 0),
  );
  return new Map(byTime.map(({ key }, rank) => [key, rank]));
}
