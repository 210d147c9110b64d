/** What a benchmark with a breakdown says of kernels: functions as parts of a scope, or of the whole capture. */
import { historyOf } from '../../engine/history/rowHistory';
import { partNames } from '../../protocol/results/partNames';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import { differenceApart, isDisturbed, noiseOfRuns, type TimedStatistics } from '../../protocol/results/separateRuns';
import type { Difference } from '../../protocol/measurement/difference';

/** A function in a benchmark. Nanoseconds, of an iteration. */
export interface BenchmarkPlace {
  readonly executable: string;
  readonly ordinal: number;
  /** By which its history goes; absent where it cannot be told from others. */
  readonly name?: string;
  /** The scope that it is a part of. */
  readonly scope: string;
  readonly executions: number;
  readonly medianNs: number;
  /** Of the scope, from 0 to 1. */
  readonly share: number;
  readonly statistics?: TimedStatistics;
  readonly samples?: Float64Array;
}

/** A function of several rows is that of the capture as a whole, or else of the row in which it takes longest. */
export function partsOfBenchmark(run: RunOf<'benchmark'>): readonly BenchmarkPlace[] {
  if (run.state.state !== 'done') return [];
  const rows = run.state.result.rows.filter(({ repetition, breakdown }) => repetition === 0 && breakdown !== undefined);
  const whole = rows.filter(({ kind }) => kind === 'capture');
  const found = new Map<string, BenchmarkPlace>();
  for (const { name: row, label, breakdown } of whole.length > 0 ? whole : rows) {
    const parts = breakdown?.parts ?? [];
    const names = partNames(row, parts);
    parts.forEach(({ kind, executable, ordinal, executions, medianNs, share, statistics, samples }, at) => {
      if (kind !== 'function' || executable === undefined || ordinal === undefined || medianNs === undefined || share === undefined) return;
      const key = `${executable} ${String(ordinal)}`;
      if ((found.get(key)?.medianNs ?? -1) >= medianNs) return;
      const name = names[at];
      found.set(key, {
        ...{ executable, ordinal, scope: label, executions, medianNs, share },
        ...(name === undefined ? {} : { name }),
        ...(statistics === undefined ? {} : { statistics }),
        ...(samples === undefined ? {} : { samples }),
      });
    });
  }
  return [...found.values()];
}

/** Against the benchmark before that measured the same code in the same way, by the one rule; undefined without one. */
export function trendOfPart(
  { name, statistics }: BenchmarkPlace,
  run: RunOf<'benchmark'>,
  all: readonly MeasuredRun[],
): (Difference & { readonly since: string }) | undefined {
  if (run.state.state !== 'done' || name === undefined || statistics === undefined) return undefined;
  const points = historyOf(run, all).filter((point) => point.name === name);
  const previous = points.at(-1);
  if (previous === undefined) return undefined;
  const noise = noiseOfRuns(points.filter(({ disturbed }) => !disturbed).map((point) => point.statistics.median));
  const disturbed = isDisturbed(run.state.result.environment);
  return { ...differenceApart(previous, { statistics, disturbed }, noise), since: previous.date };
}
