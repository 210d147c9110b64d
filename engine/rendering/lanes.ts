/** Tracks for slices that may overlap: each goes where everything has ended before it begins. */
import type { Track } from './timeline';

export interface Lanes {
  /** The track for a slice, of those that there are so far or one more. */
  trackOf(start: bigint, end: bigint): Track;
}

/** When a lane that nothing is on has ended: before all times. */
const NEVER_USED = -(1n << 63n);

/**
 * `make` makes lane number i. A slice goes on the first lane that has ended. Where a command buffer comes after its commands it is on the
 * second, since none of them was put there to fill it. Each slice takes a time of the logarithm of the number of lanes.
 */
export function lanes(make: (lane: number) => Track): Lanes {
  const tracks: Track[] = [];
  // A binary tree from 1 on: below node i are 2i and 2i + 1, and it has the earlier of their ends. The leaves, from `leaves` on, are the lanes.
  let leaves = 1;
  let ends = [NEVER_USED, NEVER_USED];
  const endOf = (node: number): bigint => ends[node] ?? NEVER_USED;
  const takeEarlier = (node: number): void => {
    const [left, right] = [endOf(2 * node), endOf(2 * node + 1)];
    ends[node] = left < right ? left : right;
  };
  const double = (): void => {
    const used = ends.slice(leaves);
    leaves *= 2;
    ends = [...Array<bigint>(leaves).fill(NEVER_USED), ...used, ...Array<bigint>(leaves - used.length).fill(NEVER_USED)];
    for (let node = leaves - 1; node > 0; node--) takeEarlier(node);
  };
  return {
    trackOf: (start, end) => {
      if (endOf(1) > start) double();
      let node = 1;
      while (node < leaves) node = endOf(2 * node) <= start ? 2 * node : 2 * node + 1;
      const lane = node - leaves;
      ends[node] = end;
      while ((node >>= 1) > 0) takeEarlier(node);
      return (tracks[lane] ??= make(lane));
    },
  };
}
