/** What a benchmark is against the run before it. */
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import type { Difference } from '../../protocol/measurement/difference';
import type { HistoryPoint } from '../../protocol/results/results';
import { differenceApart, isDisturbed, noiseOfRuns, type TimedApart } from '../../protocol/results/separateRuns';

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
  const previous = points.at(-1);
  if (previous === undefined) return undefined;
  // While it is being measured nobody has looked yet.
  const disturbed = environment === undefined || isDisturbed(environment);
  return { ...differenceApart(previous, { ...row, disturbed }, noiseOfRuns(undisturbed(points))), previous };
}
