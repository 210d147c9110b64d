/** How long the last frames took, for measurements. */
export interface FrameTimes {
  add(milliseconds: number): void;
  /** The newest last. */
  readonly list: readonly number[];
}

/** Ten seconds of a display with 60 frames a second. */
const KEPT = 600;

export function createFrameTimes(): FrameTimes {
  const ring = new Float64Array(KEPT);
  let count = 0;
  return {
    add: (milliseconds) => (ring[count++ % KEPT] = milliseconds),
    get list() {
      const there = Math.min(count, KEPT);
      return Array.from({ length: there }, (_, i) => ring[(count - there + i) % KEPT] ?? 0);
    },
  };
}
