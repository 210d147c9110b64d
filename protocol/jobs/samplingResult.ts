/** How samples were taken and what that cost, as a profile says it; what it does not say is absent. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { u64 } from './problem';

/** How many times as long sampled runs take as runs in between that were not, and where that lies with 95 % confidence. */
const samplingCost = v.object({
  ratio: v.number(),
  low: v.number(),
  high: v.number(),
  /** Those that were not sampled, each beside one that was. */
  runs: v.number(),
});

export const samplingResult = v.object({
  event: v.exactOptional(v.string()),
  /** Samples a second of each thread's time on a processor. */
  rateHz: v.exactOptional(v.number()),
  /** Where the rate was chosen: how much longer runs might become, in parts (0.01 is 1 %). */
  allowedOverhead: v.exactOptional(v.number()),
  /** Nanoseconds that a sample took of a thread, the caches that it empties not counted. */
  interruptNs: v.exactOptional(v.number()),
  /** How much longer runs are at most, in parts, by that and the rate. */
  mostOverhead: v.exactOptional(v.number()),
  method: v.exactOptional(v.string()),
  /** How often the replay was executed. */
  runs: v.exactOptional(v.number()),
  lost: v.exactOptional(u64),
  /** What samples did cost; absent where too few runs say so. */
  cost: v.exactOptional(samplingCost),
});

export type SamplingCost = ResultOf<typeof samplingCost>;
export type Sampling = ResultOf<typeof samplingResult>;
