/** What a measurement gives, and when it ends. */
import type { KeptState } from '../../protocol/replay/verification';

/** When a measurement ends: after this many iterations, or once they have taken this long in total. */
export interface MeasureLimits {
  readonly iterations: number;
  readonly totalNs?: number;
  /** Empties caches before each iteration. */
  readonly cold?: boolean;
  /** Executions between two readings of the clock; 1 by default. Of a session no scopes are timed then. */
  readonly batch?: number;
}

/** An output of a session, or a binding of a dispatch, that is not what it has to be. */
export interface Wrong {
  /** Among the outputs, or the bindings. */
  readonly ordinal: number;
  readonly expected: Uint8Array;
  /** Of another length where an output is missing, or one too many. */
  readonly actual: Uint8Array;
}

/** Times of iterations, in nanoseconds. */
export interface Measurement {
  readonly times: Float64Array;
  /** Every occurrence of a scope in an iteration, as it ends: the records that begin and end it. */
  readonly scopes: readonly { readonly name: string; readonly record: number; readonly end: number }[];
  /** The times of `scopes` in each iteration, iteration after iteration. */
  readonly scopeTimes: Float64Array;
  /** What all threads together spent in file reads, in the order of `times` and `scopeTimes`. Empty for a dispatch. */
  readonly fileReadTimes: Float64Array;
  readonly scopeFileReadTimes: Float64Array;
  /** Of a breakdown: iterations that nothing was recorded of, one beside each of `times`; and of their scopes. Otherwise empty. */
  readonly bareTimes: Float64Array;
  readonly bareScopeTimes: Float64Array;
  /** Executions in each of `times`, which is the mean of theirs: 1 where what is measured cannot be repeated at once. */
  readonly batch: number;
  /** Processor time of the whole process over all iterations. */
  readonly cpuNs: number;
  readonly wallNs: number;
  /** It was ended early; this holds what had been measured. */
  readonly cancelled: boolean;
  /** Of what was compared meanwhile, what was wrong; then nothing more was measured. */
  readonly wrong?: Wrong | undefined;
}

/** What can be measured. */
export interface Measurable {
  /** Resolves even when aborted, with what had been measured. */
  measure(limits: MeasureLimits, signal?: AbortSignal): Promise<Measurement>;
}

/** What can also be compared meanwhile, once it is said what is right. */
export interface Checked extends Measurable {
  /** Compares once more, and all there is. */
  check(signal?: AbortSignal): Promise<Wrong | undefined>;
  /** How often something was compared. */
  compared(): number;
  /** What a substitute keeps from one execution to the next. Not while it is executed. */
  keptState(): KeptState | undefined;
}
