/** A row's difference as the marks and words of all pages take it. */
import type { Difference } from '../../protocol/measurement/difference';
import type { ProfileDiffRow } from '../../protocol/profile/profileComparison';

/** Undefined of what only one profile has, and of what has no interval: nothing is told of it. */
export function saidOf({ difference }: ProfileDiffRow): Difference | undefined {
  if (difference?.interval === undefined) return undefined;
  const { ratio, interval, verdict, noise } = difference;
  return { ratio, interval, verdict, ...(noise === undefined ? {} : { noise }) };
}
