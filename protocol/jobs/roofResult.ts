/** The roof of a machine: the most that it computes and moves in a second. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';

const cache = v.object({
  level: count,
  /** Of the smallest one. */
  bytes: count,
  /** Of all that the processors have. */
  totalBytes: count,
  count,
  /** Processors that share one, at most. */
  sharers: count,
});

/** By what a machine is known again. */
export const machine = v.object({
  cpu: v.string(),
  /** Logical processors that the process may use. */
  processors: count,
  /** What the processor can do, as LLVM spells it, separated by commas. */
  features: v.string(),
  /** Those that hold data, by level; empty where the system does not say. */
  caches: v.array(cache),
});

/** A second; absent where it is not known. */
const rates = {
  oneThread: v.exactOptional(v.number()),
  /** As many as there are processors, at once. */
  allThreads: v.exactOptional(v.number()),
};

/** Operations: a multiplication and an addition are two. */
const peak = v.object({
  type: v.string(),
  /** Of a vector; 0 for one value at a time. */
  bits: count,
  /** Instructions by which it was done. */
  by: v.string(),
  ...rates,
});

/** Bytes: each that is read or written counts once. */
const bandwidth = v.object({
  /** Of a cache; 0 for memory. */
  level: count,
  kind: v.string(),
  /** What a thread went through, alone and beside the others; 0 where the level cannot be told from others. */
  bytesOfOne: count,
  bytesOfAll: count,
  ...rates,
});

export const measuredRates = v.object({ threads: count, tookNs: count, peaks: v.array(peak), bandwidths: v.array(bandwidth) });

export const roofResult = v.object({
  machine,
  /** When it was measured, ISO 8601. */
  measured: v.string(),
  ...measuredRates.entries,
  /** Share of all processors that other work had meanwhile, from 0 to 1; absent where the machine does not say. */
  otherWork: v.exactOptional(v.number()),
  /** What may have disturbed the measurement, one sentence each. */
  notes: v.array(v.string()),
});

/** A machine, by what it is known again. */
export type Machine = ResultOf<typeof machine>;
/** What the core measures. */
export type MeasuredRates = ResultOf<typeof measuredRates>;
export type Peak = MeasuredRates['peaks'][number];
export type Bandwidth = MeasuredRates['bandwidths'][number];
/** The most that a machine computes and moves in a second, and when that was measured. */
export type Roof = ResultOf<typeof roofResult>;
