/** From how long on a time is one of the work, and not of the clock. */

/** What takes less than so many readings of the clock is timed in batches, or not measurable. */
export const READINGS = 50;
