/** What llvm benchmark found. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { sampleStatistics } from './statistics';

export const llvmBenchmarkResult = v.object({
  /** Of memory after the last launch; of tools that were started anew for each launch, after every one. */
  verdict: v.picklist(['agrees', 'differs', 'not-known']),
  /** The verdict and its reason. */
  sentence: v.string(),
  /** As the device's image has it. */
  kernel: v.string(),
  function: v.string(),
  line: v.exactOptional(v.string()),
  tool: v.object({ program: v.string(), version: v.exactOptional(v.string()) }),
  /** launch: with its synchronization, on the host, as the tool says. process: a whole run of the tool. */
  measured: v.picklist(['launch', 'process']),
  /** Nanoseconds of the first, which is not among the samples. */
  warmUp: v.number(),
  /** Nanoseconds, in order. */
  samples: v.array(v.number()),
  statistics: sampleStatistics,
  /** Of the descriptor and the image, "sha256:...": times are compared where it is the same. Absent where they were written to meanwhile. */
  recording: v.exactOptional(v.string()),
  /** ISO 8601. */
  began: v.string(),
  /** Other work had so much of this machine that the times may not be of the launch alone. */
  disturbed: v.boolean(),
  /** What makes the times less certain, one sentence each. */
  notes: v.array(v.string()),
});

export type LlvmMeasurement = ResultOf<typeof llvmBenchmarkResult>;
