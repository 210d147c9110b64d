/** How times of one thing are spread, in both profiles beside each other. */
import { medianOf } from '../../protocol/measurement/statistics';

export interface Spread {
  readonly samples: number;
  readonly median: number;
  /** Median of the distances from the median. */
  readonly mad: number;
  /** The least that 95 % of the samples do not exceed. */
  readonly p95: number;
  readonly least: number;
  readonly most: number;
}

/** Undefined without samples. */
export function spreadOf(samples: readonly number[]): Spread | undefined {
  const sorted = samples.toSorted((a, b) => a - b);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) return undefined;
  const median = medianOf(sorted);
  return {
    ...{ samples: sorted.length, median, least, most },
    mad: medianOf(sorted.map((one) => Math.abs(one - median))),
    p95: sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? most,
  };
}
