/** What a measurement was made on, and what may have disturbed it. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';

export const benchmarkEnvironment = v.object({
  /** The capture's contents, "sha256:...": runs are compared only when it is known and the same. */
  capture: v.exactOptional(v.string()),
  date: v.string(),
  host: v.string(),
  cpu: v.string(),
  processors: count,
  /** Processors that the process may use, "0-3,6". */
  affinity: v.string(),
  engine: v.picklist(['native', 'iree']),
  version: v.string(),
  devices: v.array(v.string()),
  workers: count,
  /** Frequency governor; absent when the machine does not report it. */
  governor: v.exactOptional(v.string()),
  boost: v.exactOptional(v.boolean()),
  mhzBefore: v.exactOptional(v.number()),
  mhzAfter: v.exactOptional(v.number()),
  loadBefore: v.number(),
  loadAfter: v.number(),
  /** Highest temperature of a thermal zone, in degrees Celsius. */
  celsiusAfter: v.exactOptional(v.number()),
  /** How often a processor was throttled during the measurement. */
  throttled: v.exactOptional(count),
  /** Share of all processors that other work had while it was measured, from 0 to 1; absent where the machine does not say. */
  otherWork: v.exactOptional(v.number()),
  /** What of this makes times less certain, one sentence each. */
  notes: v.array(v.string()),
});

/** What the measurement was made on, and what may have disturbed it. */
export type BenchmarkEnvironment = ResultOf<typeof benchmarkEnvironment>;
