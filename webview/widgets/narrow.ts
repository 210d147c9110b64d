/** Where there is no room for a list and its details beside each other. */

/** Pixels. Below this width the details go under the list. */
const NARROW = 1100;

export function isNarrow(): boolean {
  return innerWidth < NARROW;
}
