/** Tracks for slices that may overlap: each goes where everything has ended before it begins. */
import type { Track } from './timeline';

export interface Lanes {
  /** The track for a slice, of `lane` tracks that there are so far. */
  trackOf(start: bigint, end: bigint): Track;
}

interface Lane {
  readonly track: Track;
  end: bigint;
}

/**
 * `make` makes lane number i. A slice that comes too late in the file for the lanes that there are gets another: lanes are as many as
 * overlap, where slices come in order of time. Each takes a time of the logarithm of their number.
 */
export function lanes(make: (lane: number) => Track): Lanes {
  // A heap: the lane that ended first is at its top.
  const heap: Lane[] = [];
  const at = (index: number): Lane | undefined => heap[index];
  const ended = (index: number): bigint => at(index)?.end ?? 0n;
  const swap = (one: number, other: number): void => {
    const [first, second] = [at(one), at(other)];
    if (first === undefined || second === undefined) return;
    heap[one] = second;
    heap[other] = first;
  };
  const sink = (): void => {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      if (left < heap.length && ended(left) < ended(least)) least = left;
      if (right < heap.length && ended(right) < ended(least)) least = right;
      if (least === index) return;
      swap(index, least);
      index = least;
    }
  };
  const rise = (): void => {
    for (let index = heap.length - 1; index > 0;) {
      const parent = (index - 1) >> 1;
      if (ended(parent) <= ended(index)) return;
      swap(index, parent);
      index = parent;
    }
  };
  return {
    trackOf: (start, end) => {
      const first = heap[0];
      if (first !== undefined && first.end <= start) {
        first.end = end;
        sink();
        return first.track;
      }
      const track = make(heap.length);
      heap.push({ track, end });
      rise();
      return track;
    },
  };
}
