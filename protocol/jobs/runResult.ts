/** The result of a replay. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, problem, u64 } from './problem';
import { samplingResult } from './samplingResult';

/** A range that the recorded application mapped for reading. */
const runOutput = v.object({
  record: count,
  buffer: u64,
  offset: u64,
  length: u64,
  /** Name in the outputs folder. */
  file: v.string(),
  /** Hash of the bytes, in hexadecimal; only when outputs were asked for. */
  sha256: v.exactOptional(v.string()),
});

/** Samples of a profile. */
const takenSamples = v.object({
  ...samplingResult.entries,
  taken: count,
  /** To within how much each share of them is known, in parts, with 95 % confidence. */
  shareWithin: v.number(),
});

/** A profile that was recorded: where it is, and how many events are in it. */
export const recordedProfile = v.object({
  file: v.string(),
  /** Samples of device metrics are counted, too. */
  events: u64,
  samples: v.exactOptional(takenSamples),
  /** Names of device metrics that this machine does not give. */
  absentMetrics: v.exactOptional(v.array(v.string())),
});

/** What a replay did. Times in nanoseconds. */
const nativeRunResult = v.object({
  devices: v.array(v.string()),
  operations: count,
  dispatches: u64,
  workgroups: u64,
  bytesTransferred: u64,
  /** Orderings added where memory was shared without a recorded path: the host had waited there. */
  addedEdges: u64,
  assumedSignals: u64,
  /** Threads that executed kernels. */
  workers: count,
  /** Operations recorded as failed, and so skipped, as in IREE. */
  skipped: count,
  prepareNs: u64,
  executeNs: u64,
  /** What all threads together spent in recorded file reads: part of the execution. */
  fileReadNs: u64,
  /** Peak bytes in live buffers. */
  peakBytes: u64,
  scopes: v.array(v.object({ name: v.string(), record: count, depth: count, ns: u64 })),
  outputs: v.array(runOutput),
  /** What the kernels of each function that ran took, all threads together; empty where they were not timed. */
  functions: v.array(
    v.object({
      executable: u64,
      ordinal: count,
      /** Absent in what was kept before it was told; empty where the capture does not name functions. */
      name: v.exactOptional(v.string()),
      ns: u64,
    }),
  ),
  profile: v.exactOptional(recordedProfile),
  /** What was recorded, added up, in IREE's words: in place of a profile. */
  deviceStatistics: v.exactOptional(v.string()),
  warnings: v.array(problem),
});

/** A replay by the user's IREE, which reports that it succeeded. */
const ireeRunResult = v.object({
  /** Path of the iree-run-replay that did it. */
  program: v.string(),
  devices: v.array(v.string()),
  /** Of the whole process, in nanoseconds, including loading and preparing. */
  wallNs: v.number(),
  deviceStatistics: v.exactOptional(v.string()),
  /** Only where they were asked for. */
  outputs: v.exactOptional(v.array(runOutput)),
});

export const runResult = v.union([nativeRunResult, ireeRunResult]);

/** A range that the recorded application mapped for reading. */
export type RunOutput = ResultOf<typeof runOutput>;
/** What a replay did. Times in nanoseconds. */
export type RunResult = ResultOf<typeof nativeRunResult>;
/** A replay by the user's IREE, which reports that it succeeded. */
export type IreeRunResult = ResultOf<typeof ireeRunResult>;
/** A profile that was recorded. */
export type RecordedProfile = ResultOf<typeof recordedProfile>;
