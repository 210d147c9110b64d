/** Values that lie far from the others, drawn at the edge: on their scale nothing else would be seen. */

export interface Clipped {
  readonly values: Float64Array;
  /** How many lie beyond. */
  readonly beyond: number;
}

/** Of the median: what is nearer than this above the 95th percentile is never far. */
const LEAST_ROOM = 0.02;

/**
 * `values` with those at the edge that lie twice as far above the median as the 95th percentile, or farther: of a normal distribution one
 * in a thousand.
 */
export function clipped(values: Float64Array, median: number, p95: number): Clipped {
  const edge = p95 + Math.max(p95 - median, LEAST_ROOM * median);
  const beyond = values.filter((value) => value > edge).length;
  return { values: values.map((value) => Math.min(value, edge)), beyond };
}
