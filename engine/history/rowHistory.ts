/** What the rows of a benchmark, and the parts that they were broken down into, took in the runs before. */
import type { BenchmarkRow } from '../../protocol/measurement/benchmark';
import { partNames } from '../../protocol/results/partNames';
import { replayOf, type HistoryPoint, type MeasuredRun, type RunOf } from '../../protocol/results/results';
import { isDisturbed, NOISE_RUNS, type TimedStatistics } from '../../protocol/results/separateRuns';
import { isSameCapture } from './runHistory';

type Benchmark = RunOf<'benchmark'>;

/** Of the benchmarks before `run` that measured the same code in the same way: oldest first, and of the latest also its samples. */
export function historyOf(run: MeasuredRun, all: readonly MeasuredRun[]): readonly HistoryPoint[] {
  if (run.job !== 'benchmark') return [];
  const before = all.filter(
    (other): other is Benchmark =>
      other.job === 'benchmark' && other.started < run.started && isSameCapture(run, other) && wayOf(run) === wayOf(other),
  );
  const there = new Set(rowsOf(run).flatMap((row) => partsOf(row).map(({ name }) => name)));
  const points = before.flatMap((other, place) => pointsOf(other, place >= before.length - NOISE_RUNS ? there : new Set()));
  const latest = new Map(points.map(({ point, samples }) => [point.name, { point, samples }]));
  return points.map(({ point }) => {
    const last = latest.get(point.name);
    return last?.point === point ? { ...point, samples: last.samples } : point;
  });
}

/** Rows whose times mean the same from run to run: repetitions of one run are one thing measured again. */
const rowsOf = ({ state }: Benchmark): readonly BenchmarkRow[] =>
  state.state === 'done' ? state.result.rows.filter(({ repetition }) => repetition === 0) : [];

interface Part {
  readonly name: string;
  readonly statistics: TimedStatistics;
  readonly samples: Float64Array;
}

/** Parts that can be measured, and told from all others. */
function partsOf({ name: row, breakdown }: BenchmarkRow): readonly Part[] {
  const parts = breakdown?.parts ?? [];
  const names = partNames(row, parts);
  return parts.flatMap(({ statistics, samples }, place) => {
    const name = names[place];
    return name === undefined || statistics === undefined || samples === undefined ? [] : [{ name, statistics, samples }];
  });
}

/** Of the parts, which may be thousands, those that are asked for. */
function pointsOf(run: Benchmark, parts: ReadonlySet<string>): readonly { readonly point: HistoryPoint; readonly samples: Float64Array }[] {
  if (run.state.state !== 'done') return [];
  const common = { run: run.id, date: run.started, disturbed: isDisturbed(run.state.result.environment) };
  const pointOf = ({ name, statistics, samples }: Part, belowResolution = false) => ({
    point: { ...common, name, statistics: timed(statistics), belowResolution },
    samples,
  });
  return rowsOf(run).flatMap((row) => [
    pointOf(row, row.belowResolution),
    ...partsOf(row)
      .filter(({ name }) => parts.has(name))
      .map((part) => pointOf(part)),
  ]);
}

function timed({ count, median, interval, p5, p95, drift, bimodal }: TimedStatistics): TimedStatistics {
  return { count, median, interval, p5, p95, drift, bimodal };
}

/** What besides the capture decides how long it takes, and is the user's choice. */
function wayOf({ options, settings }: Benchmark): string {
  const replay = replayOf(options);
  return JSON.stringify([
    replay.substitutions ?? [],
    replay.workgroupCounts ?? [],
    [settings.engine, settings.device, settings.workers ?? null],
    replay.guardBuffers ?? false,
    [replay.stopBeforeRecord ?? null, replay.stopBeforeCommand ?? null],
    options.cache ?? 'warm',
    options.pin ?? null,
    // What is recorded takes longer.
    options.breakdown ?? false,
  ]);
}
