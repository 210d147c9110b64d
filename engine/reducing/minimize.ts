/** Leaves things out as long as what is left still does what it is kept for. */

/** Things from `begin` up to `end`, by their numbers among those that are left. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

export const countOf = (ranges: readonly Range[]): number => ranges.reduce((sum, { begin, end }) => sum + end - begin, 0);

/** How many of the first `end` things are in the ranges. */
const countBefore = (ranges: readonly Range[], end: number): number =>
  ranges.reduce((sum, range) => sum + Math.max(0, Math.min(range.end, end) - range.begin), 0);

/**
 * Tries to leave out halves of `count` things, then ever smaller parts (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002), from the end on, for what comes late needs what came before. `leaveOut` gives what it kept of those that
 * are left, or undefined where that would not do. In the end none of them alone can be left out.
 */
export async function minimize(count: number, leaveOut: (range: Range) => Promise<readonly Range[] | undefined>): Promise<void> {
  let left = count;
  for (let size = Math.ceil(left / 2); ; size = Math.max(1, Math.ceil(size / 2))) {
    let found = false;
    for (let end = left; end > 0;) {
      const begin = Math.max(0, end - size);
      const kept = await leaveOut({ begin, end });
      end = begin;
      if (kept === undefined) continue;
      found = true;
      left = countOf(kept);
      end = countBefore(kept, begin);
    }
    if (size <= 1 && !found) return;
  }
}
