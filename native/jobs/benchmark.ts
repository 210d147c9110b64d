/** Measuring a capture, its scopes and its dispatches. */
import type { BenchmarkOptions, BenchmarkProgress, BenchmarkResult, BenchmarkRow } from '../../protocol/benchmark';
import { chooseDispatches, listDispatches, type ListedDispatch } from '../dispatches';
import { withBuiltKernels } from '../kernel/substitutes';
import { clockOverheadNs, describeSamples, prepareDispatch, type Measurable, type Measurement } from '../measuring';
import { observeEnvironment, pinProcess } from './environment';
import { prepared } from './refused';
import { fileReadNs, sample, scopeSeries, type Amount, type Samples } from './sampling';

const DEFAULT_AMOUNT: Amount = { seconds: 0.5 };
const MOST_SAMPLES = 4096;
/** Between two reports of what there is so far. */
const REPORT_MS = 1000;
/** A time below so many readings of the clock says little about the work. */
const RESOLUTION = 20;

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
function thinned(values: ArrayLike<number>): readonly number[] {
  let step = 1;
  while (values.length / step > MOST_SAMPLES) step *= 2;
  return Array.from({ length: Math.ceil(values.length / step) }, (_, index) => values[index * step] ?? 0);
}

type RowHead = Pick<BenchmarkRow, 'name' | 'kind' | 'label' | 'repetition'> &
  Partial<Pick<BenchmarkRow, 'record' | 'via' | 'bytes' | 'workgroups' | 'cpuNs' | 'fileReadNs'>>;

async function rowOf(head: RowHead, times: Float64Array, timerNs: number): Promise<BenchmarkRow> {
  const statistics = await describeSamples(times);
  return {
    ...head,
    iterations: times.length,
    realNs: statistics.mean,
    samples: thinned(times),
    statistics,
    ...(statistics.median < RESOLUTION * timerNs ? { belowResolution: true } : {}),
  };
}

/** Where files are read. */
const readsOf = (...args: Parameters<typeof fileReadNs>): Pick<BenchmarkRow, 'fileReadNs'> => {
  const ns = fileReadNs(...args);
  return ns === 0 ? {} : { fileReadNs: ns };
};

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
      ...readsOf(samples),
    } as const;
    return [await rowOf(head, Float64Array.from(samples.times), timerNs)];
  }
  const rows: BenchmarkRow[] = [];
  for (const scope of scopes) {
    const { sums, occurrences } = scopeSeries(samples, scope);
    const name = benchmarkName(scope);
    const only = occurrences.length === 1 ? occurrences[0]?.record : undefined;
    // Processor time is of the whole process, as in IREE's tool: of an iteration, not of the scope.
    const place = { ...(only === undefined ? {} : { record: only }), ...readsOf(samples, (one) => one.name === scope) };
    rows.push(await rowOf({ name, kind: 'scope', label: scope, repetition, cpuNs, ...place }, sums, timerNs));
    if (occurrences.length < 2) continue;
    for (const [index, { record, times }] of occurrences.entries()) {
      rows.push(
        await rowOf(
          {
            ...{
              name: `${name}/occurrence:${String(index)}`,
              kind: 'occurrence',
              label: `${scope} ${String(index + 1)}`,
              repetition,
              record,
            },
            ...readsOf(samples, (one) => one.name === scope && one.record === record),
          },
          times,
          timerNs,
        ),
      );
    }
  }
  return rows;
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
  for (const scope of asked) {
    if (!names.includes(scope)) throw new Error(`the capture has no scope ${scope} that ends; there are: ${names.join(', ') || 'none'}`);
  }
  return asked;
}

/** Of one thing: the rows that its samples make. */
interface Series {
  readonly name: string;
  readonly measurable: Measurable;
  readonly counted: (piece: Measurement) => number;
  readonly rows: (samples: Samples, repetition: number) => Promise<readonly BenchmarkRow[]>;
}

/** Measures as the options say; ended early, it gives what there is. Rejects with Refused, BuildError, or what ended a replay. */
export async function benchmark(
  options: BenchmarkOptions,
  report: (progress: BenchmarkProgress) => void,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  const done: BenchmarkRow[] = [];
  const say = (phase: BenchmarkProgress['phase']): void => report({ phase, iterations: 0, of: 0, rows: done });
  if (options.pin !== undefined) await pinProcess(options.pin);
  if ((options.run.substitutions ?? []).length > 0) say('building');
  const run = await withBuiltKernels(options.run, signal);
  const environment = observeEnvironment('native');
  const amount = options.minTime ?? DEFAULT_AMOUNT;
  const cold = options.cache === 'cold';
  const matches = nameFilter(options.filter);
  const timerNs = clockOverheadNs();
  say('preparing');
  const { session } = await prepared(run, signal);
  try {
    // Warms up what is cold once only, and says which scopes there are.
    const first = await session.run(signal);
    const names = [...new Set(first.scopes.map(({ name }) => name))];
    const scopes = chosenScopes(options.scopes ?? [], names).filter((scope) => matches(benchmarkName(scope)));
    const series: Series[] = [];
    const wholeToo = (options.scopes ?? []).length === 0 && (options.dispatches ?? []).length === 0 && matches(benchmarkName(undefined));
    if (wholeToo || scopes.length > 0) {
      series.push({
        name: benchmarkName(scopes[0]),
        measurable: session,
        counted: (piece) =>
          scopes.length === 0
            ? piece.times.reduce((total, time) => total + time, 0)
            : Math.min(
                ...scopes.map((scope) =>
                  scopeSeries({ ...piece, times: [...piece.times], scopeTimes: [...piece.scopeTimes] }, scope).sums.reduce(
                    (total, time) => total + time,
                    0,
                  ),
                ),
              ),
        rows: (samples, repetition) => captureRows(samples, scopes, repetition, timerNs),
      });
    }
    if ((options.dispatches ?? []).length > 0) {
      for (const dispatch of chooseDispatches(await listDispatches(run, signal), options.dispatches ?? [])) {
        if (!matches(dispatchName(dispatch))) continue;
        series.push({
          name: dispatchName(dispatch),
          measurable: await prepareDispatch(run, dispatch.record, dispatch.via, signal),
          counted: (piece) => piece.times.reduce((total, time) => total + time, 0),
          rows: async (samples, repetition) =>
            samples.times.length === 0 ? [] : [await rowOf(dispatchHead(dispatch, repetition), Float64Array.from(samples.times), timerNs)],
        });
      }
    }
    let loopNs = 0;
    for (const { name, measurable, counted, rows } of series) {
      const warmUp = options.warmUpSeconds ?? 0;
      if (warmUp > 0) {
        say('warming-up');
        await sample(measurable, { seconds: warmUp }, cold, counted, () => Promise.resolve(), signal);
      }
      for (let repetition = 0; repetition < (options.repetitions ?? 1) && !signal.aborted; repetition++) {
        let shown = performance.now();
        const show = async (samples: Samples, of: number): Promise<void> => {
          if (performance.now() - shown < REPORT_MS) return;
          const current = await rows(samples, repetition);
          report({ phase: 'measuring', name, iterations: samples.times.length, of, rows: [...done, ...current] });
          shown = performance.now();
        };
        const samples = await sample(measurable, amount, cold, counted, show, signal);
        done.push(...(await rows(samples, repetition)));
        if (measurable === session && !cold) {
          loopNs = (samples.wallNs - samples.times.reduce((total, time) => total + time, 0)) / Math.max(1, samples.times.length);
        }
      }
    }
    return {
      rows: done,
      environment: environment(first.devices, first.workers),
      prepareNs: first.prepareNs,
      timerNs,
      loopNs,
      timed:
        'Execution: every recorded operation, host writes and file reads included; of a scope, from its begin to its end with all work inside; ' +
        'of a dispatch, the dispatch alone. What file reads take of it is given beside it. Not: loading executables, laying out memory, lowering commands, restoring inputs, emptying caches.',
    };
  } finally {
    session.close();
  }
}
