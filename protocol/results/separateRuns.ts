/** What two runs that were measured apart, minutes or weeks, say about each other. */
import { decide, type Difference, type Estimate, type Evidence } from '../measurement/difference';
import type { BenchmarkEnvironment } from '../measurement/benchmark';
import type { SampleStatistics } from '../measurement/statistics';

/** Of the normal distribution, 95 % on both sides. */
const Z = 1.96;

/**
 * The ratio of two medians that were measured apart. The interval is that of independent medians on a logarithmic scale, their
 * standard errors taken from their own intervals (Price and Bonett, "Distribution-free confidence intervals for difference and ratio
 * of medians", 2002). Of a time of nothing there is none.
 */
export function ratioOfMedians(first: TimedStatistics, second: TimedStatistics): Estimate {
  if (!(first.median > 0) || !(second.median > 0)) return { ratio: 1, interval: [0, 0] };
  const ratio = first.median / second.median;
  const relative = ({ interval: [low, high], median }: TimedStatistics): number => (high - low) / (2 * Z * median);
  const reach = Math.exp(Z * Math.hypot(relative(first), relative(second)));
  return { ratio, interval: [ratio / reach, ratio * reach] };
}

/** Earlier runs that the noise is taken from, the latest. */
export const NOISE_RUNS = 12;
const LEAST_RUNS = 5;
/** Student's t for 99.9 % on both sides, of 4 degrees of freedom and more: a page has many rows, and a list many runs. */
const STUDENT = [8.61, 6.869, 5.959, 5.408, 5.041, 4.781, 4.587, 4.437] as const;

/**
 * How far two runs of the same code may be from each other, in parts, as medians of earlier runs of it say: t times the standard
 * deviation of a difference of two, on a logarithmic scale. Undefined of fewer than five: a spread that few values show is chance.
 */
export function noiseOfRuns(medians: readonly number[]): number | undefined {
  const logs = medians.slice(-NOISE_RUNS).flatMap((median) => (median > 0 ? [Math.log(median)] : []));
  const student = STUDENT[logs.length - LEAST_RUNS];
  if (student === undefined) return undefined;
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
  return Math.expm1(student * Math.sqrt(2 * variance));
}

/** Beyond this share of the processors other work is no accident. */
const MOST_OTHER_WORK = 0.1;

/** Other work had so much of the machine that the times are not of what was measured alone. */
export function isDisturbed({ otherWork, loadBefore, processors, throttled = 0 }: BenchmarkEnvironment): boolean {
  return throttled > 0 || (otherWork === undefined ? loadBefore > processors / 2 : otherWork > MOST_OTHER_WORK);
}

/** What of the statistics two runs are told apart and drawn by. */
export type TimedStatistics = Pick<SampleStatistics, 'count' | 'median' | 'interval' | 'p5' | 'p95' | 'drift' | 'bimodal'>;

/** A thing that was timed in one of the runs. */
export interface TimedApart {
  readonly statistics: TimedStatistics;
  readonly belowResolution?: boolean;
  readonly disturbed: boolean;
  /** Each dispatch was recorded, which takes time. */
  readonly recorded?: boolean;
}

const doubtOf = ({ statistics, disturbed }: TimedApart): Evidence['doubt'] =>
  disturbed ? 'disturbed' : statistics.bimodal ? 'heaps' : statistics.drift !== 0 ? 'drift' : undefined;

/** What the second is against the first; `noise` is that of runs of the same code, where it is known. */
export function differenceApart(first: TimedApart, second: TimedApart, noise: number | undefined): Difference {
  return decide({
    ...ratioOfMedians(first.statistics, second.statistics),
    samples: Math.min(first.statistics.count, second.statistics.count),
    noise,
    unmeasurable: first.belowResolution === true || second.belowResolution === true,
    doubt: (first.recorded === true) === (second.recorded === true) ? (doubtOf(first) ?? doubtOf(second)) : 'recorded',
  });
}
