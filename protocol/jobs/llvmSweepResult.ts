/** What llvm sweep found. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count } from './problem';

/** Absent: as recorded. */
const configuration = { teams: v.exactOptional(count), threads: v.exactOptional(count) };

export const llvmSweepResult = v.object({
  /** As the device's image has it. */
  kernel: v.string(),
  function: v.string(),
  line: v.exactOptional(v.string()),
  tool: v.object({ program: v.string(), version: v.exactOptional(v.string()) }),
  /** launch: with its synchronization, on the host, as the tool says. process: a whole run of the tool. */
  measured: v.picklist(['launch', 'process']),
  /** The recorded one first, then by teams and threads. */
  configurations: v.array(
    v.object({
      ...configuration,
      /** right: memory was as recorded in every round. The others were not measured again once they were found to be so. */
      outcome: v.picklist(['right', 'differs', 'not-known', 'failed']),
      /** Why, where it is not right. */
      sentence: v.exactOptional(v.string()),
      /** Rounds in which it was measured. */
      rounds: count,
      /** Nanoseconds: the median of its rounds. */
      median: v.exactOptional(v.number()),
      /** How many times as long the recorded one takes: above 1 this one is faster. Of these rounds: the best one is measured anew for `difference`. */
      ratio: v.exactOptional(v.number()),
      /** It was measured no longer, for it was slower than the best by more than 5 % for sure. */
      hopeless: v.exactOptional(v.literal(true)),
    }),
  ),
  /** Of those that are right and were measured to the end the one with the shortest median; absent where that is the recorded one. */
  best: v.exactOptional(v.object({ teams: count, threads: count })),
  /** The recorded configuration against the best, both measured anew in turns: above 1 the best is faster. */
  difference: v.exactOptional(
    v.object({
      verdict: v.picklist(['faster', 'slower', 'no-difference', 'not-known-yet']),
      ratio: v.number(),
      interval: v.tuple([v.number(), v.number()]),
      /** How far the recorded configuration is from itself, in parts. */
      noise: v.exactOptional(v.number()),
      /** Of not-known-yet: what is missing. */
      missing: v.exactOptional(v.string()),
    }),
  ),
  /** Which is best, and how sure that is. */
  sentence: v.string(),
  /** False where time was over before all rounds were. */
  complete: v.boolean(),
});

export type LlvmSweep = ResultOf<typeof llvmSweepResult>;
