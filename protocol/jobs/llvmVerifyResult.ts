/** What llvm verify found. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { llvmChanges } from './llvmInfoResult';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

export const llvmVerifyResult = v.object({
  /** not-known: the tool did not finish, or there is nothing to compare. */
  verdict: v.picklist(['agrees', 'differs', 'not-known']),
  /** The verdict and its reason. */
  sentence: v.string(),
  /** As the device's image has it. */
  kernel: v.string(),
  tool: v.object({ program: v.string(), version: v.exactOptional(v.string()) }),
  /** How the tool ended. */
  ended: v.object({ status: v.exactOptional(count), signal: v.exactOptional(v.string()), timedOut: v.exactOptional(v.literal(true)) }),
  /** What the tool itself says of memory; absent where it does not. */
  toolVerified: v.exactOptional(v.boolean()),
  /** Nanoseconds of launch and synchronization on the host, as the tool says. */
  times: v.array(u64),
  /** Where memory differs, bit for bit; absent where there is nothing to compare. */
  differences: v.exactOptional(llvmChanges),
  /** Of what differs, as elements within the tolerance; absent without --type. */
  elements: v.exactOptional(
    v.object({
      type: v.picklist(ELEMENT_TYPES),
      compared: u64,
      outOfTolerance: u64,
      maxAbsolute: v.number(),
      maxUlp: u64,
    }),
  ),
  /** The last lines that the tool printed. */
  printed: v.array(v.string()),
});

export type LlvmVerification = ResultOf<typeof llvmVerifyResult>;
