/** Where the time of a scope goes: to functions, each of them to launches, those to records. Times are nanoseconds of an iteration. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';
import { sampleStatistics } from './statistics';
import { times } from './times';

/** What a part takes; all of it is absent where an execution is shorter than fifty readings of the clock. */
const told = {
  /** Time in which at least one of its executions went on, on whichever thread: parts that run side by side share it. */
  medianNs: v.exactOptional(v.number()),
  meanNs: v.exactOptional(v.number()),
  /** 95 %, of the median, by order statistics; absent of fewer than six samples. */
  interval: v.exactOptional(v.tuple([v.number(), v.number()])),
  /** Mean, of all threads together. */
  busyNs: v.exactOptional(v.number()),
  /** Of the scope, from 0 to 1. */
  share: v.exactOptional(v.number()),
  /** Of `bytes`: an upper bound of what dispatches touch. */
  bytesPerSecond: v.exactOptional(v.number()),
  /** Of all samples, the interval by order statistics; of fewer than six from the least to the most. Absent in runs kept by earlier versions. */
  statistics: v.exactOptional(sampleStatistics),
  /** Iterations in order: of all parts together at most 32768, beyond that every second, fourth, ... */
  samples: v.exactOptional(times),
};

const breakdownPart = v.object({
  /** An operation is whatever is no dispatch: fills, copies, accesses of files, results read back. */
  kind: v.picklist(['function', 'operation', 'launch', 'record']),
  /** Which of the parts it is a part of, which comes before it; of a function or operation none. */
  parent: v.exactOptional(count),
  /** The function's name, "function N" without one; of an operation what it is. */
  label: v.string(),
  executable: v.exactOptional(u64),
  ordinal: v.exactOptional(count),
  /** Of a launch, as the next two; absent where it is read from a buffer. */
  workgroupCount: v.exactOptional(v.tuple([count, count, count])),
  constants: v.exactOptional(v.array(count)),
  /** Bytes of each binding. */
  bindings: v.exactOptional(v.array(u64)),
  record: v.exactOptional(count),
  /** The submission that executes it, where it is only one. */
  via: v.exactOptional(count),
  /** In an iteration. */
  executions: count,
  /** Bound by all of these, or moved. */
  bytes: u64,
  ...told,
  belowResolution: v.exactOptional(v.boolean()),
});

export const breakdown = v.object({
  /** Iterations that medians and intervals are of: of very many, evenly, fewer than were measured. */
  samples: count,
  /** Of the scope in these. */
  medianNs: v.number(),
  /** Median of what of the scope nothing of it went on: the replay itself, and waiting. Absent where it is shorter than fifty readings of the clock. */
  restNs: v.exactOptional(v.number()),
  parts: v.array(breakdownPart),
  /** Parts that are not listed, each of them shorter than all that are. */
  leftOut: count,
  /** There were too many records to keep them apart. */
  withoutRecords: v.exactOptional(v.boolean()),
  /** What it costs to record all this: the scope in as many iterations in turn that nothing was recorded of. */
  unrecorded: v.object({
    medianNs: v.number(),
    /** Times with recording to times without, and the 95 % interval of that. */
    ratio: v.number(),
    interval: v.tuple([v.number(), v.number()]),
  }),
});

/** Where the time of a scope goes. */
export type Breakdown = ResultOf<typeof breakdown>;
export type BreakdownPart = ResultOf<typeof breakdownPart>;
