/** Measuring a capture, its scopes and its dispatches. Times are nanoseconds. */
import type { RunOptions } from './run';
import type { SampleStatistics } from './statistics';
import type { U64 } from './u64';

export interface BenchmarkOptions {
  readonly run: RunOptions;
  /** Names of scopes to time, each for itself; '*' stands for every scope. Without scopes and dispatches the whole capture is. */
  readonly scopes?: readonly string[];
  /** --replay_dispatch: records of dispatches, or patterns of function names; each is timed alone, on the inputs that it had. */
  readonly dispatches?: readonly string[];
  /** --benchmark_min_time; half a second by default. */
  readonly minTime?: { readonly iterations: number } | { readonly seconds: number };
  /** --benchmark_min_warmup_time: seconds of iterations that are not counted, at least one. */
  readonly warmUpSeconds?: number;
  /** --benchmark_repetitions: measures all of it so often. */
  readonly repetitions?: number;
  /** --benchmark_filter: a regular expression on the names, a minus in front of it inverts it. */
  readonly filter?: string;
  /** --cache=cold: caches are emptied before each iteration of a dispatch, or of the capture. */
  readonly cache?: 'warm' | 'cold';
  /** --pin: processors that the process may use, as "0-3,6". */
  readonly pin?: string;
}

/** One thing that is timed. */
export interface BenchmarkRow {
  /** iree-benchmark-replay's name, where it has one. */
  readonly name: string;
  readonly kind: 'capture' | 'scope' | 'occurrence' | 'dispatch';
  /** For reading: the scope's or function's name. */
  readonly label: string;
  /** The record that begins a scope's occurrence, or the dispatch. */
  readonly record?: number;
  /** The submission that executes a dispatch of a command buffer. */
  readonly via?: number;
  /** From 0. */
  readonly repetition: number;
  readonly iterations: number;
  /** Mean of an iteration: as Google Benchmark counts, of a scope all its occurrences together. */
  readonly realNs: number;
  /** Processor time of the whole process, of an iteration; absent where it cannot be told apart. */
  readonly cpuNs?: number;
  /** Mean of an iteration: what threads spent in recorded file reads, all together, as a part of the execution. Absent without any. */
  readonly fileReadNs?: number;
  /** Every iteration in order, at most 4096: beyond that every second, fourth, ... */
  readonly samples: readonly number[];
  /** Of all iterations. */
  readonly statistics: SampleStatistics;
  /** Of a dispatch or scope, where they can be derived. */
  readonly bytes?: U64;
  readonly workgroups?: U64;
  /** The time is so short that the clock, not the work, is measured. */
  readonly belowResolution?: boolean;
}

/** What the measurement was made on, and what may have disturbed it. */
export interface BenchmarkEnvironment {
  readonly date: string;
  readonly host: string;
  readonly cpu: string;
  readonly processors: number;
  /** Processors that the process may use, "0-3,6". */
  readonly affinity: string;
  readonly engine: 'native' | 'iree';
  readonly version: string;
  readonly devices: readonly string[];
  readonly workers: number;
  /** Frequency governor; absent where the machine does not say. */
  readonly governor?: string;
  readonly boost?: boolean;
  readonly mhzBefore?: number;
  readonly mhzAfter?: number;
  readonly loadBefore: number;
  readonly loadAfter: number;
  /** Highest temperature of a thermal zone, in degrees Celsius. */
  readonly celsiusAfter?: number;
  /** Times that a processor was throttled while it was measured. */
  readonly throttled?: number;
  /** What of this makes times less certain, one sentence each. */
  readonly notes: readonly string[];
}

export interface BenchmarkResult {
  readonly rows: readonly BenchmarkRow[];
  readonly environment: BenchmarkEnvironment;
  /** Once, before all iterations: executables loaded, memory laid out, commands lowered. 0 where the engine does not say. */
  readonly prepareNs: U64;
  /** Of one reading of the clock, and of one iteration of a loop around nothing. They are not subtracted. 0 where the engine does not say. */
  readonly timerNs: number;
  readonly loopNs: number;
  /** What lies inside and outside of the times. */
  readonly timed: string;
}

export interface BenchmarkProgress {
  readonly phase: 'building' | 'preparing' | 'warming-up' | 'measuring';
  /** The row that is being measured. */
  readonly name?: string;
  readonly iterations: number;
  /** Iterations that are foreseen. */
  readonly of: number;
  /** Measured so far, the current row included. */
  readonly rows: readonly BenchmarkRow[];
}
