/** What a verification gives. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { runCrash } from './crash';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

/** What counts as equal. An element agrees when it is within one of the bounds that are not 0, or is bit-equal. */
const tolerance = v.object({
  absolute: v.number(),
  /** Parts of the expected value. */
  relative: v.number(),
  /** Units in the last place of the type. */
  ulp: v.number(),
  /** Two NaN of whatever bits agree. */
  nanEqual: v.boolean(),
});

const comparedElement = v.object({
  index: u64,
  expected: v.string(),
  actual: v.string(),
  /** Absent where there is no distance: of NaN, and of infinities that differ. */
  absolute: v.exactOptional(v.number()),
  ulp: v.exactOptional(u64),
  agrees: v.boolean(),
});

/** Where a range differs. */
const mismatch = v.object({
  /** Elements in a row: of the last dimension, where a function's name tells it. */
  columns: count,
  rows: count,
  /** Elements that a cell of the map is high and wide. */
  cell: v.tuple([count, count]),
  /** Part of each cell's elements that do not agree, cell after cell of a row, row after row: 0 to 1. */
  parts: v.array(v.number()),
  /** The first element that does not agree, and those before and after it. */
  around: v.array(comparedElement),
});

/** One range of one buffer, compared. */
const comparedRange = v.object({
  /** The record that read or wrote it. */
  record: count,
  via: v.exactOptional(count),
  buffer: u64,
  offset: u64,
  length: u64,
  /** Function that wrote it, where the comparison is of a dispatch. */
  function: v.exactOptional(v.string()),
  type: v.picklist([...ELEMENT_TYPES, 'bytes']),
  elements: u64,
  bitEqual: u64,
  /** Elements that do not agree. */
  outOfTolerance: u64,
  maxAbsolute: v.number(),
  maxRelative: v.number(),
  /** Decimal digits; of integers their distance. */
  maxUlp: u64,
  nanExpected: u64,
  nanActual: u64,
  /** Elements by distance: 0, 1, 2, 3-4, 5-8, ... ULP, the last also holds all that are farther and NaN against a number. */
  ulpHistogram: v.array(v.number()),
  /** The first element that does not agree; without one, the first that is not bit-equal. */
  first: v.exactOptional(
    v.object({
      index: u64,
      /** From the begin of the buffer. */
      byteOffset: u64,
      expected: v.string(),
      actual: v.string(),
    }),
  ),
  /** The element with the largest absolute difference; absent where none has a distance. */
  largest: v.exactOptional(v.object({ index: u64, expected: v.string(), actual: v.string() })),
  agrees: v.boolean(),
  /** Of the first ranges that do not agree. */
  mismatch: v.exactOptional(mismatch),
});

/** What may be wrong with a substitute. */
export const hint = v.object({
  /** A sentence or two, with the flag to try. */
  message: v.string(),
  /** What to add to RunOptions.workgroupCounts, to be offered: "FUNCTION=X,Y,Z". */
  workgroupCount: v.exactOptional(v.string()),
});

export const verificationResult = v.object({
  agrees: v.boolean(),
  /** One sentence: what was compared with what, and the first thing that differs. */
  sentence: v.string(),
  ranges: v.array(comparedRange),
  tolerance,
  /** What the ranges were compared with. */
  against: v.picklist(['original', 'devices', 'expected', 'itself']),
  /** Every run of one side gave the same bits. */
  deterministic: v.boolean(),
  runs: count,
  /** Outputs that only one side has, and the like: one sentence each. They make it differ. */
  problems: v.array(v.string()),
  /** Why nothing is known of the outputs, where nothing says whether they agree. They then count as not agreeing. */
  unknown: v.exactOptional(v.string()),
  /** A sentence that says what was not compared, where more was asked for. */
  leftOut: v.exactOptional(v.string()),
  /** Why it may differ, and what to try. */
  hints: v.array(hint),
  /** Where one side's code ended its process: nothing was compared. */
  crash: v.exactOptional(runCrash),
});

/** What counts as equal. An element agrees when it is within one of the bounds that are not 0, or is bit-equal. */
export type Tolerance = ResultOf<typeof tolerance>;
export type ComparedElement = ResultOf<typeof comparedElement>;
/** Where a range differs. */
export type Mismatch = ResultOf<typeof mismatch>;
/** One range of one buffer, compared. */
export type ComparedRange = ResultOf<typeof comparedRange>;
/** What may be wrong with a substitute. */
export type Hint = ResultOf<typeof hint>;
export type VerificationResult = ResultOf<typeof verificationResult>;
