/** What a benchmark is against the run before it. */
import type { BenchmarkEnvironment } from '../measurement/benchmark';
import type { Difference } from '../measurement/difference';
import type { HistoryPoint } from './results';
import { differenceApart, isDisturbed, noiseOfRuns, type TimedApart } from './separateRuns';

export interface Change extends Difference {
  readonly previous: HistoryPoint;
}

/** Medians that noise is taken from: of what nothing disturbed. */
export const undisturbed = (points: readonly HistoryPoint[]): readonly number[] =>
  points.filter(({ disturbed }) => !disturbed).map(({ statistics: { median } }) => median);

/** Against the latest of the earlier runs of the same code; undefined without one. */
export function changeOf(
  row: Pick<TimedApart, 'statistics' | 'belowResolution'>,
  environment: BenchmarkEnvironment | undefined,
  points: readonly HistoryPoint[],
): Change | undefined {
  // While it is being measured nobody has looked yet.
  return changeFrom(points, { ...row, disturbed: environment === undefined || isDisturbed(environment) });
}

/** The same where it is known whether something disturbed it. */
export function changeFrom(points: readonly HistoryPoint[], now: TimedApart): Change | undefined {
  const previous = points.at(-1);
  return previous === undefined ? undefined : { ...differenceApart(previous, now, noiseOfRuns(undisturbed(points))), previous };
}
