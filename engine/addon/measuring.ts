/** Times and what they say, by the native core. */
import type { Estimate } from '../../protocol/measurement/difference';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import type { PreflightReport, RunOptions } from '../../protocol/replay/run';
import type { U64 } from '../../protocol/base/u64';
import type { RawCancel, RawOutcome } from './addon';
import type { Tolerance } from '../../protocol/replay/verification';
import { cancellable } from './cancellable';
import { MOST_LISTED, type DispatchList } from './dispatches';
import { loadAddon } from './load';
import type { Checked, Measurement, Wrong } from './measurement';
import { withPerf } from './perf';

/** Runs `measure` with a flag that `signal` sets; an abort is not a failure. */
export async function measuring(
  signal: AbortSignal | undefined,
  measure: (cancel: RawCancel) => Promise<Measurement>,
): Promise<Measurement> {
  const cancel = loadAddon().createCancel();
  const abort = (): void => {
    cancel.cancel();
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await measure(cancel);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** What a session runs on, and how long preparing it took. */
export interface SessionPlace {
  readonly devices: readonly string[];
  readonly workers: number;
  readonly prepareNs: U64;
}

/** Dispatches alone, each on the inputs that it had, one at a time. */
export interface Dispatches extends Checked {
  readonly place: SessionPlace;
  /** As listDispatches(), without reading the capture again. */
  list(selectors: readonly string[]): Promise<DispatchList>;
  /** Replays up to a dispatch, which measure() then measures. Cheap if it comes after the last one. */
  goTo(record: number, via: number | undefined, signal?: AbortSignal): Promise<void>;
  /** What the dispatch makes of its inputs; it is executed a few times. */
  outcome(signal?: AbortSignal): Promise<RawOutcome>;
  /**
   * From here on, until goTo(), it is executed on the inputs of `right`, the original's outcome, and executions of measure() are compared
   * with what the first one leaves, bindings by their types. That has to be near to what the original leaves, or at least where that does:
   * else it is wrong. What is chosen by chance follows from `seed`.
   */
  expect(
    right: RawOutcome,
    types: readonly (string | undefined)[],
    tolerance: Tolerance,
    seed: number,
    signal?: AbortSignal,
  ): Promise<Wrong | undefined>;
  /** Frees all memory at once, or when a measurement being cancelled has ended. */
  close(): void;
}

/** Only in a process that may die. There are no dispatches when the report has errors. */
export async function prepareDispatches(
  options: RunOptions,
  signal?: AbortSignal,
): Promise<{ readonly report: PreflightReport; readonly dispatches?: Dispatches }> {
  const addon = loadAddon();
  const raw = await cancellable(addon, signal, (cancel) => addon.prepareDispatches(options.capture, withPerf(options), cancel));
  const report = JSON.parse(raw.report) as PreflightReport;
  const { benchmark, devices = [], workers = 1, prepareNs = '0' } = raw;
  if (benchmark === undefined) return { report };
  return {
    report,
    dispatches: {
      place: { devices, workers, prepareNs },
      list: async (selectors) => JSON.parse(await benchmark.list(selectors, MOST_LISTED)) as DispatchList,
      goTo: (record, via, stop) => cancellable(addon, stop, (cancel) => benchmark.goTo(record, via, options.timeoutMs, cancel)),
      measure: (limits, stop) => measuring(stop, (cancel) => benchmark.measure(limits, cancel)),
      outcome: (stop) => cancellable(addon, stop, (cancel) => benchmark.outcome(cancel)),
      expect: (right, types, tolerance, seed, stop) =>
        cancellable(addon, stop, (cancel) => benchmark.expect(right.outcome, types, tolerance, seed, cancel)),
      check: () => benchmark.check(),
      compared: () => benchmark.compared(),
      keptState: () => benchmark.keptState(),
      close: () => {
        benchmark.close();
      },
    },
  };
}

export async function describeSamples(samples: Float64Array): Promise<SampleStatistics> {
  return JSON.parse(await loadAddon().describeSamples(samples)) as SampleStatistics;
}

/** The ratio of times that were measured in pairs: of their medians, with its interval. No interval is narrower than `resolutionNs` allows. */
export async function compareMedians(first: Float64Array, second: Float64Array, resolutionNs: number): Promise<Estimate> {
  return JSON.parse(await loadAddon().compareMedians(first, second, resolutionNs)) as Estimate;
}

/** Nanoseconds that reading the clock takes. */
export function clockOverheadNs(): number {
  return loadAddon().clockOverhead();
}
