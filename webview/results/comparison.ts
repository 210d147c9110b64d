/** Whether a benchmark differs from the run before it, or only as runs differ from each other. */
import type { BenchmarkRow } from '../../protocol/benchmark';
import type { HistoryPoint } from '../../protocol/results';
import { medianOf } from '../../protocol/statistics';

export interface Change {
  readonly previous: HistoryPoint;
  /** Part of the previous median that was saved: above 0 it is faster now. */
  readonly saved: number;
  /** Half of the noise band, as a part of the median; undefined with less than three earlier runs. */
  readonly noise: number | undefined;
  readonly verdict: 'faster' | 'slower' | 'noise';
}

/** Earlier runs that the noise is taken from. */
const RUNS = 12;
const LEAST_RUNS = 3;
/** Of a normal distribution's standard deviation in median absolute deviations, twice: about 95 % lie within. */
const BAND = 2 * 1.4826;

/** Half of the band around the median of medians within which earlier runs lay, as a part of it. */
export function noiseOf(points: readonly HistoryPoint[]): number | undefined {
  const medians = points.slice(-RUNS).map(({ median }) => median);
  if (medians.length < LEAST_RUNS) return undefined;
  const middle = medianOf(medians);
  return (BAND * medianOf(medians.map((value) => Math.abs(value - middle)))) / middle;
}

/** Against the latest of the earlier runs; undefined without one. */
export function changeOf(row: BenchmarkRow, points: readonly HistoryPoint[]): Change | undefined {
  const previous = points.at(-1);
  if (previous === undefined || previous.median === 0) return undefined;
  const { median, interval } = row.statistics;
  const saved = (previous.median - median) / previous.median;
  const noise = noiseOf(points);
  const overlap = interval[0] <= previous.interval[1] && previous.interval[0] <= interval[1];
  const within = row.belowResolution === true || overlap || (noise !== undefined && Math.abs(saved) <= noise);
  return { previous, saved, noise, verdict: within ? 'noise' : saved > 0 ? 'faster' : 'slower' };
}
