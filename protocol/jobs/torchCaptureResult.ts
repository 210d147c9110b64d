/** What torch capture made of an operation of PyTorch, and whether IREE computes the same. Times are in nanoseconds. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import type { ResultOf } from './option';
import { count, u64 } from './problem';
import { torchReplayed } from './torchReplayResult';

const verdict = v.picklist(['agrees', 'differs', 'not-known']);

const result = v.object({
  /** "141x512xbf16". */
  type: v.string(),
  verdict,
  /** Why it is not known, why it differs where elements were not compared, or why it agrees within more than is usual. */
  why: v.exactOptional(v.string()),
  /** Elements compared, how many differ by more than they may, and how far they are apart. Absent where none were compared. */
  compared: v.exactOptional(
    v.object({
      element: v.picklist(ELEMENT_TYPES),
      elements: u64,
      bitEqual: u64,
      outOfTolerance: u64,
      maxAbsolute: v.number(),
      maxRelative: v.number(),
      maxUlp: u64,
      /** An element agrees within one of these that is not 0. */
      tolerance: v.object({ absolute: v.number(), relative: v.number(), ulp: v.number() }),
      /** The first element that does not agree, else the first that is not the same. */
      first: v.exactOptional(v.object({ index: u64, expected: v.string(), actual: v.string() })),
    }),
  ),
});

export const torchCaptureResult = v.object({
  ...torchReplayed,
  capture: v.string(),
  /** Of the capture. */
  bytes: count,
  /** Dispatches in it: none where all of the work is copying, or done by the compiler. */
  dispatches: count,
  /** "2.8.0". */
  pytorch: v.string(),
  /** By what its MLIR is: "torch.export and iree-turbine". */
  mlir: v.string(),
  /** What else was tried, and why it is not by that: iree-turbine is missing, or refuses the operation, or the compiler does. */
  refused: v.array(v.object({ by: v.string(), why: v.string() })),
  device: v.string(),
  inputs: v.array(v.string()),
  verdict,
  sentence: v.string(),
  results: v.array(result),
  times: v.object({
    /** Calls by PyTorch on this processor. */
    pytorch: v.object({ threads: count, calls: count, least: v.number(), median: v.number(), most: v.number() }),
    /** IREE's function, on as many threads where it is a processor's. Absent where it could not be measured, and then why. */
    iree: v.exactOptional(
      v.object({
        device: v.string(),
        threads: v.exactOptional(count),
        calls: count,
        least: v.number(),
        median: v.number(),
        most: v.number(),
      }),
    ),
    ireeNotMeasured: v.exactOptional(v.string()),
    /** The trace's calls with these inputs: means of one. */
    trace: v.exactOptional(
      v.object({
        hostNs: v.number(),
        /** What devices did for a call; absent where the trace has nothing of them. */
        deviceNs: v.exactOptional(v.number()),
        /** Absent where the trace has several. */
        device: v.exactOptional(v.string()),
      }),
    ),
  }),
  /** What was assumed of the operation that the trace does not say. */
  assumed: v.array(v.string()),
});

export type TorchCaptured = ResultOf<typeof torchCaptureResult>;
export type TorchComparedResult = ResultOf<typeof result>;
