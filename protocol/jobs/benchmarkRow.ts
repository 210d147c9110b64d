/** The result of a benchmark. Times are nanoseconds. */
import * as v from 'valibot';
import { breakdown } from './breakdown';
import { executableContent } from './contents';
import { benchmarkEnvironment } from './environment';
import type { ResultOf } from './option';
import { count, u64 } from './problem';
import { recordedProfile } from './runResult';
import { sampleStatistics } from './statistics';
import { times } from './times';

/** One thing that is timed. */
const benchmarkRow = v.object({
  /** iree-benchmark-replay's name, where it has one. */
  name: v.string(),
  kind: v.picklist(['capture', 'scope', 'occurrence', 'dispatch']),
  /** For reading: the scope's or function's name. */
  label: v.string(),
  /** The record that begins a scope's occurrence, or the dispatch. */
  record: v.exactOptional(count),
  /** The submission that executes a dispatch of a command buffer. */
  via: v.exactOptional(count),
  /** From 0. */
  repetition: count,
  iterations: count,
  /** Mean of an iteration: as in Google Benchmark, a scope's occurrences count together. */
  realNs: v.number(),
  /** Processor time of the whole process, of an iteration; absent where it cannot be told apart, as of a scope. */
  cpuNs: v.exactOptional(v.number()),
  /** Of a scope, what Google Benchmark calls process_time: of the whole iteration that the scope is a part of. */
  iterationCpuNs: v.exactOptional(v.number()),
  /** Mean of an iteration: what threads spent in recorded file reads, all together, as a part of the execution. Absent without any. */
  fileReadNs: v.exactOptional(v.number()),
  /** Every iteration in order, at most 4096: beyond that every second, fourth, ... */
  samples: times,
  /** Of all iterations. */
  statistics: sampleStatistics,
  /** Of a dispatch: what is bound to it. How much of that it touches is not known. */
  bytes: v.exactOptional(u64),
  /** Of a dispatch, where they can be derived. */
  workgroups: v.exactOptional(u64),
  /** Executions between two readings of the clock, where it is too short for one; the times are of one execution. */
  batch: v.exactOptional(count),
  /** The time is shorter than fifty readings of the clock and could not be taken in batches: it is not measurable. */
  belowResolution: v.exactOptional(v.boolean()),
  /** Of a scope or the whole capture, if it was wanted: the times above are then of iterations that were recorded. */
  breakdown: v.exactOptional(breakdown),
});

export const benchmarkResult = v.object({
  rows: v.array(benchmarkRow),
  environment: benchmarkEnvironment,
  /** Once, before all iterations: executables loaded, memory laid out, commands lowered. 0 when the engine does not report it. */
  prepareNs: u64,
  /** One reading of the clock, and one iteration of an empty loop. They are not subtracted. 0 when the engine does not report them. */
  timerNs: v.number(),
  loopNs: v.number(),
  /** What the times include and exclude. */
  timed: v.string(),
  /** What was executed, where the time was broken down: in the order of the capture. */
  executables: v.exactOptional(v.array(executableContent)),
  /** The profile of one more replay, if one was wanted. */
  profile: v.exactOptional(recordedProfile),
  /** What was recorded of it, added up, in IREE's words: in place of a profile. */
  deviceStatistics: v.exactOptional(v.string()),
});

/** One thing that is timed. */
export type BenchmarkRow = ResultOf<typeof benchmarkRow>;
export type BenchmarkResult = ResultOf<typeof benchmarkResult>;
