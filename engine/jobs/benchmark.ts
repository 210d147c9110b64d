/** Measuring a capture, its scopes and its dispatches. */
import * as path from 'node:path';
import type { BenchmarkTold } from '../../protocol/jobs/benchmark';
import { profileRequest, type Profiling } from '../../protocol/jobs/profiling';
import type { RunOptions } from '../../protocol/replay/run';
import type { BenchmarkProgress, BenchmarkResult, BenchmarkRow } from '../../protocol/measurement/benchmark';
import { chosenDispatches, listDispatches, type ListedDispatch } from '../addon/dispatches';
import type { BreakdownRun } from '../addon/breakdown';
import type { ReplaySession } from '../addon/replay';
import { withBuiltKernels } from '../kernels/substitutes';
import { clockOverheadNs, describeSamples, type Dispatches, type SessionPlace } from '../addon/measuring';
import type { Measurable, Measurement } from '../addon/measurement';
import { breakdownOf, MOST_PARTS } from '../measuring/breakdown';
import { observeEnvironment, pinProcess } from '../measuring/environment';
import { createCaptureKeys } from '../history/captureKey';
import { measureAlone } from '../measuring/measuringTurn';
import { withStatistics } from './deviceStatistics';
import { prepared, preparedDispatches } from './refused';
import { summingUp } from './summingUp';
import type { Work } from './work';
import { READINGS } from '../measuring/resolution';
import { batchOf, fileReadNs, sample, total, type Amount, type Samples } from '../measuring/sampling';
import { leastOfScopes, scopeSeries } from '../measuring/scopes';
import { untilNarrow } from '../measuring/untilNarrow';

const MOST_SAMPLES = 4096;
/** Between two reports of what there is so far, at least. */
const REPORT_MS = 1000;
/** And so many times what the report before took: statistics of a million samples take seconds. */
const REPORT_SHARE = 10;

/** Name of the benchmark in iree-benchmark-replay. */
export function benchmarkName(scope: string | undefined): string {
  return scope === undefined ? 'BM_replay/process_time/real_time' : `BM_replay/scope:${scope}/process_time/manual_time`;
}

/** Google Benchmark's --benchmark_filter: a part of the name matches; a minus in front takes what does not. */
export function nameFilter(filter: string | undefined): (name: string) => boolean {
  if (filter === undefined || filter === '' || filter === 'all') return () => true;
  const inverted = filter.startsWith('-');
  const pattern = new RegExp(inverted ? filter.slice(1) : filter);
  return (name) => pattern.test(name) !== inverted;
}

/** At most 4096 of them, evenly. */
function thinned(values: ArrayLike<number>): Float64Array {
  let step = 1;
  while (values.length / step > MOST_SAMPLES) step *= 2;
  return Float64Array.from({ length: Math.ceil(values.length / step) }, (_, index) => values[index * step] ?? 0);
}

type RowHead = Pick<BenchmarkRow, 'name' | 'kind' | 'label' | 'repetition'> &
  Partial<Pick<BenchmarkRow, 'record' | 'via' | 'bytes' | 'workgroups' | 'cpuNs' | 'iterationCpuNs' | 'fileReadNs'>>;

async function rowOf(head: RowHead, times: Float64Array, timerNs: number, batch = 1): Promise<BenchmarkRow> {
  const statistics = await describeSamples(times);
  return {
    ...head,
    iterations: times.length,
    realNs: statistics.mean,
    samples: thinned(times),
    statistics,
    ...(batch > 1 ? { batch } : statistics.median < READINGS * timerNs ? { belowResolution: true } : {}),
  };
}

/** Where files are read. */
const readsOf = (ns: number): Pick<BenchmarkRow, 'fileReadNs'> => (ns === 0 ? {} : { fileReadNs: ns });

/** The rows of the whole capture, or of scopes. */
async function captureRows(
  samples: Samples,
  scopes: readonly string[],
  repetition: number,
  timerNs: number,
): Promise<readonly BenchmarkRow[]> {
  if (samples.times.length === 0) return [];
  const cpuNs = samples.cpuNs / samples.times.length;
  if (scopes.length === 0) {
    const head = {
      name: benchmarkName(undefined),
      kind: 'capture',
      label: 'the whole capture',
      repetition,
      cpuNs,
      ...readsOf(fileReadNs(samples)),
    } as const;
    return [await rowOf(head, Float64Array.from(samples.times), timerNs, samples.batch)];
  }
  const rows: BenchmarkRow[] = [];
  for (const { name: scope, sums, occurrences, fileReadNs: reads } of scopeSeries(samples, scopes)) {
    const name = benchmarkName(scope);
    const only = occurrences.length === 1 ? occurrences[0]?.record : undefined;
    const place = { ...(only === undefined ? {} : { record: only }), ...readsOf(reads) };
    rows.push(await rowOf({ name, kind: 'scope', label: scope, repetition, iterationCpuNs: cpuNs, ...place }, sums, timerNs));
    if (occurrences.length < 2) continue;
    for (const [index, { record, times, fileReadNs: ns }] of occurrences.entries()) {
      const label = `${scope} ${String(index + 1)}`;
      const head = { name: `${name}/occurrence:${String(index)}`, kind: 'occurrence', label, repetition, record, ...readsOf(ns) } as const;
      rows.push(await rowOf(head, times, timerNs));
    }
  }
  return rows;
}

/** The rows with where the time of each went, in iterations that were measured beside as many that were not recorded. */
async function opened(
  rows: readonly BenchmarkRow[],
  samples: Samples,
  run: BreakdownRun,
  timerNs: number,
): Promise<readonly BenchmarkRow[]> {
  const found = await run.report(MOST_PARTS);
  const series = (times: ArrayLike<number>, scopeTimes: ArrayLike<number>, scope: string | undefined): Float64Array =>
    scope === undefined
      ? Float64Array.from(times)
      : (scopeSeries({ ...samples, times, scopeTimes }, [scope])[0]?.sums ?? new Float64Array());
  return Promise.all(
    rows.map(async (row) => {
      const measured = found.find(({ scope }) =>
        scope === undefined ? row.kind === 'capture' : row.kind === 'scope' && scope === row.label,
      );
      if (measured === undefined) return row;
      const times = series(samples.times, samples.scopeTimes, measured.scope);
      const bare = series(samples.bareTimes, samples.bareScopeTimes, measured.scope);
      return { ...row, breakdown: await breakdownOf(measured, { times, bare }, timerNs) };
    }),
  );
}

/** What one dispatch is called. */
export const dispatchName = ({ record, via, function: name }: ListedDispatch): string =>
  `BM_replay/dispatch:${name || 'function'}/record:${String(record)}${via === undefined ? '' : `/via:${String(via)}`}/manual_time`;

/** Without processor time: restoring inputs is in what could be measured. */
function dispatchHead(dispatch: ListedDispatch, repetition: number): RowHead {
  const { record, via, function: name, bytes, workgroupCount } = dispatch;
  return {
    name: dispatchName(dispatch),
    kind: 'dispatch',
    label: name || `function of #${String(record)}`,
    repetition,
    record,
    bytes,
    ...(via === undefined ? {} : { via }),
    ...(workgroupCount === undefined ? {} : { workgroups: String(workgroupCount.reduce((product, n) => product * n, 1)) }),
  };
}

/** The names that scopes ask for; throws with a list of those there are. */
export function chosenScopes(asked: readonly string[], names: readonly string[]): readonly string[] {
  if (asked.includes('*')) return names;
  const known = new Set(names);
  for (const scope of asked) {
    if (!known.has(scope)) throw new Error(`the capture has no scope ${scope} that ends; there are: ${names.join(', ') || 'none'}`);
  }
  return asked;
}

/** Of one thing: the rows that its samples make. */
interface Series {
  readonly name: string;
  /** It may be executed many times between two readings of the clock. */
  readonly batches: boolean;
  /** Makes it ready; what was before it may go then. */
  readonly prepare: () => Promise<Measurable>;
  readonly counted: (piece: Measurement) => number;
  readonly rows: (samples: Samples, repetition: number) => Promise<readonly BenchmarkRow[]>;
  /** What records it, once it is ready: what it measured begins anew with each repetition. */
  readonly recorded?: () => BreakdownRun | undefined;
}

/** Replays once more, and records that. */
async function profileOf(
  run: RunOptions,
  profiling: Profiling | undefined,
  signal: AbortSignal,
): Promise<Pick<BenchmarkResult, 'profile' | 'deviceStatistics'>> {
  return withStatistics(profiling, signal, async (profile) => {
    if (profile === undefined) return {};
    const recorded = profiling?.sampleSeconds === undefined ? untilNarrow(profile) : profile;
    const { session } = await prepared({ ...run, profile: recorded }, signal);
    try {
      const { profile: written } = await session.run(signal);
      return written === undefined ? {} : { profile: written };
    } finally {
      session.close();
    }
  });
}

/** Measures as the options say; ended early, it gives what there is. Rejects with Refused, BuildError, or what ended a replay. */
export async function benchmark(
  options: BenchmarkTold,
  tell: (progress: BenchmarkProgress) => void,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  const { report, sumUp } = summingUp(tell, signal);
  profileRequest(options.profiling);
  const done: BenchmarkRow[] = [];
  const notes: string[] = [];
  const say = (phase: BenchmarkProgress['phase']): void => report({ phase, iterations: 0, of: 0, rows: done });
  if (options.pin !== undefined) await pinProcess(options.pin);
  if (options.run.substitutions.length > 0) say('building');
  const run = await withBuiltKernels(options.run, signal);
  const environment = observeEnvironment('native');
  const amount: Amount = options.minTime;
  const cold = options.cache === 'cold';
  const matches = nameFilter(options.filter);
  const timerNs = clockOverheadNs();
  const { scopes: askedScopes, dispatches: selectors } = options;
  say('preparing');
  let session: ReplaySession | undefined;
  let dispatches: Dispatches | undefined;
  let broken: BreakdownRun | undefined;
  let executables: BenchmarkResult['executables'];
  try {
    const series: Series[] = [];
    let place: SessionPlace;
    if (askedScopes.length === 0 && selectors.length > 0) {
      // Nothing is decoded twice, and nothing executed that does not come before the dispatches.
      dispatches = await preparedDispatches(run, signal);
      ({ place } = dispatches);
    } else {
      const whole = (await prepared(run, signal)).session;
      session = whole;
      // Warms up what is cold once only, and says which scopes there are.
      const first = await whole.run(signal);
      place = first;
      const names = [...new Set(first.scopes.map(({ name }) => name))];
      const scopes = chosenScopes(askedScopes, names).filter((scope) => matches(benchmarkName(scope)));
      if (scopes.length > 0 || (askedScopes.length === 0 && matches(benchmarkName(undefined)))) {
        series.push({
          name: benchmarkName(scopes[0]),
          batches: scopes.length === 0 && !options.breakdown,
          prepare: async () => {
            if (options.breakdown) {
              broken = await whole.breakDown(scopes, signal);
              executables = await broken.contents();
            }
            return broken ?? whole;
          },
          recorded: () => broken,
          counted: (piece) => (scopes.length === 0 ? total(piece.times) : leastOfScopes(piece, scopes)),
          rows: (samples, repetition) => captureRows(samples, scopes, repetition, timerNs),
        });
      }
    }
    if (selectors.length > 0) {
      const chosen = chosenDispatches(await (dispatches?.list(selectors) ?? listDispatches(run, signal, { selectors })));
      notes.push(...chosen.notes);
      // In the order in which they are executed: one session goes from each to the next.
      for (const dispatch of chosen.dispatches) {
        if (!matches(dispatchName(dispatch))) continue;
        series.push({
          name: dispatchName(dispatch),
          batches: true,
          prepare: async () => {
            broken?.close();
            session?.close();
            dispatches ??= await preparedDispatches(run, signal);
            await dispatches.goTo(dispatch.record, dispatch.via, signal);
            return dispatches;
          },
          counted: (piece) => total(piece.times),
          rows: async (samples, repetition) =>
            samples.times.length === 0
              ? []
              : [await rowOf(dispatchHead(dispatch, repetition), Float64Array.from(samples.times), timerNs, samples.batch)],
        });
      }
    }
    let loopNs = 0;
    let shown = -Infinity;
    const { length: things } = series;
    const ended = (): boolean => signal.aborted;
    for (const [index, { name, batches, prepare, counted, rows, recorded }] of series.entries()) {
      if (ended()) break;
      const thing = { name, thing: index + 1, things };
      if (performance.now() - shown >= REPORT_MS / 2) {
        report({ phase: 'measuring', ...thing, iterations: 0, of: 0, rows: done });
        shown = performance.now();
      }
      let measurable: Measurable;
      try {
        measurable = await prepare();
      } catch (error) {
        // Ended early, it gives what there is.
        if (ended()) break;
        throw error;
      }
      const warmUp = options.warmUpSeconds ?? 0;
      if (warmUp > 0) {
        say('warming-up');
        await sample(measurable, { seconds: warmUp }, { cold, batch: 1 }, counted, () => Promise.resolve(), signal);
      }
      const batch = batches && !cold ? await batchOf(measurable, timerNs, signal) : 1;
      for (let repetition = 0; repetition < options.repetitions && !ended(); repetition++) {
        let taken = 0;
        const show = async (samples: Samples, of: number): Promise<void> => {
          const begin = performance.now();
          if (begin - shown < Math.max(REPORT_MS, REPORT_SHARE * taken)) return;
          const current = await sumUp(() => rows(samples, repetition));
          report({ phase: 'measuring', ...thing, iterations: samples.times.length, of, rows: [...done, ...current] });
          shown = performance.now();
          taken = shown - begin;
        };
        const recording = recorded?.();
        recording?.clear();
        const samples = await sample(measurable, amount, { cold, batch }, counted, show, signal);
        done.push(
          ...(await sumUp(async () => {
            const found = await rows(samples, repetition);
            return recording === undefined ? found : opened(found, samples, recording, timerNs);
          })),
        );
        if (measurable === session && !cold) {
          loopNs = (samples.wallNs - total(samples.times)) / Math.max(1, samples.times.length);
        }
      }
    }
    const observed = environment(place.devices, place.workers);
    broken?.close();
    session?.close();
    dispatches?.close();
    const recorded = signal.aborted ? {} : await profileOf(run, options.profiling, signal);
    return {
      ...recorded,
      rows: done,
      ...(executables === undefined ? {} : { executables }),
      environment: { ...observed, notes: [...notes, ...observed.notes] },
      prepareNs: place.prepareNs,
      timerNs,
      loopNs,
      timed:
        'Execution: every recorded operation, host writes and file reads included; of a scope, from its begin to its end with all work inside; ' +
        'of a dispatch, the dispatch alone. What file reads take of it is given beside it. Not: loading executables, laying out memory, lowering commands, restoring inputs, emptying caches.',
    };
  } finally {
    broken?.close();
    session?.close();
    dispatches?.close();
  }
}

const keys = createCaptureKeys();

/** The same, by the engine that the options name and alone on this machine; the result says what the capture held. */
export const work: Work<'benchmark'> = (options, report, signal, waits) =>
  keys.keep(options.run.capture, signal, () =>
    measureAlone(`benchmark of ${path.basename(options.run.capture)}`, waits, signal, async () => {
      if (options.run.iree === undefined) return benchmark(options, report, signal);
      const [{ benchmarkByIree }, { findIreeTools }] = await Promise.all([import('../iree/replay'), import('../iree/tools')]);
      return benchmarkByIree(findIreeTools(options.run.iree), options, report, signal);
    }),
  );
