/** Times and what they say, by the native core. */
import type { SampleStatistics } from '../protocol/statistics';
import type { RunOptions } from '../protocol/run';
import { cancellable, type RawCancel } from './addon';
import { loadAddon } from './load';

/** When a measurement ends: after so many iterations, or once they took so long together. */
export interface MeasureLimits {
  readonly iterations: number;
  readonly totalNs?: number;
  /** Empties caches before each iteration. */
  readonly cold?: boolean;
}

/** Times of iterations, in nanoseconds. */
export interface Measurement {
  readonly times: Float64Array;
  /** Every occurrence of a scope in an iteration, as it ends. */
  readonly scopes: readonly { readonly name: string; readonly record: number }[];
  /** Of each iteration those of `scopes`, one iteration behind the other. */
  readonly scopeTimes: Float64Array;
  /** What threads spent in file reads, all together, in the order of `times` and `scopeTimes`. Empty of a dispatch. */
  readonly fileReadTimes: Float64Array;
  readonly scopeFileReadTimes: Float64Array;
  /** Processor time of the whole process over all iterations. */
  readonly cpuNs: number;
  readonly wallNs: number;
  /** It was ended early; what had been measured is here. */
  readonly cancelled: boolean;
}

/** The addon's DispatchBenchmark. */
export interface RawDispatchBenchmark {
  measure(limits: MeasureLimits, cancel: RawCancel): Promise<Measurement>;
}

/** What can be measured. */
export interface Measurable {
  /** Resolves also when it is aborted, with what had been measured. */
  measure(limits: MeasureLimits, signal?: AbortSignal): Promise<Measurement>;
}

/** Runs `measure` with a flag that `signal` sets; an abort is no failure. */
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

/** A dispatch alone, on the inputs that it had. Only in a process that may die. */
export async function prepareDispatch(
  options: RunOptions,
  record: number,
  via: number | undefined,
  signal?: AbortSignal,
): Promise<Measurable> {
  const addon = loadAddon();
  const raw = await cancellable(addon, signal, (cancel) => addon.prepareDispatch(options.capture, options, record, via, cancel));
  return { measure: (limits, stop) => measuring(stop, (cancel) => raw.measure(limits, cancel)) };
}

export async function describeSamples(samples: Float64Array): Promise<SampleStatistics> {
  return JSON.parse(await loadAddon().describeSamples(samples)) as SampleStatistics;
}

/** The ratio of times measured in pairs, first / second: median, 95 % interval, p-value of Wilcoxon's signed-rank test. */
export interface RatioStatistics {
  readonly ratio: number;
  readonly interval: readonly [number, number];
  readonly p: number;
}

export async function comparePairs(first: Float64Array, second: Float64Array): Promise<RatioStatistics> {
  return JSON.parse(await loadAddon().comparePairs(first, second)) as RatioStatistics;
}

/** Nanoseconds that reading the clock takes. */
export function clockOverheadNs(): number {
  return loadAddon().clockOverhead();
}
