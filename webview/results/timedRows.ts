/** What a run has times of, whatever it was. */
import type { MeasuredRun } from '../../protocol/results/results';
import { isDisturbed, type TimedApart } from '../../protocol/results/separateRuns';
import type { SampleStatistics } from '../../protocol/measurement/statistics';

/** One thing that a run has times of. */
export interface Timed extends TimedApart {
  readonly statistics: SampleStatistics;
  readonly name: string;
  readonly label: string;
  readonly record?: number;
  readonly via?: number;
  readonly samples: Float64Array;
  /** It is what a substitution put in place. */
  readonly isChanged: boolean;
}

/** Of a substitution those of its first candidate. */
export function timedOf({ state }: MeasuredRun): readonly Timed[] {
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  if (result === undefined || !('environment' in result)) return [];
  const disturbed = isDisturbed(result.environment);
  const placeOf = ({ record, via }: { readonly record?: number; readonly via?: number }): Pick<Timed, 'record' | 'via'> => ({
    ...(record === undefined ? {} : { record }),
    ...(via === undefined ? {} : { via }),
  });
  if ('rows' in result) {
    return result.rows
      .filter(({ repetition }) => repetition === 0)
      .map((row) => {
        const { name, label, statistics, samples, belowResolution = false } = row;
        const recorded = row.breakdown !== undefined;
        const said = { name, label: label === '' ? name : label, isChanged: false, disturbed, recorded };
        return { ...said, statistics, samples, belowResolution, ...placeOf(row) };
      });
  }
  return (result.candidates[0]?.rows ?? []).map((row) => {
    const { kind, label, candidateStatistics: statistics, candidate: samples, missing } = row;
    const said = { name: `${kind} ${label}`, label, isChanged: kind === 'dispatch', disturbed };
    return { ...said, statistics, samples, belowResolution: missing === 'unmeasurable', ...placeOf(row) };
  });
}
