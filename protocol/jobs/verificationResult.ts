/** The result of a verification. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import { runCrash } from './crash';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

/** What counts as equal. An element agrees when it is within one of the nonzero bounds, or is bit-equal. */
const tolerance = v.object({
  absolute: v.number(),
  /** Relative to the expected value. */
  relative: v.number(),
  /** Units in the last place of the type. */
  ulp: v.number(),
  /** NaNs agree, whatever their bits. */
  nanEqual: v.boolean(),
});

const comparedElement = v.object({
  index: u64,
  expected: v.string(),
  actual: v.string(),
  /** Absent when there is no distance: for NaN, and for different infinities. */
  absolute: v.exactOptional(v.number()),
  ulp: v.exactOptional(u64),
  agrees: v.boolean(),
});

/** Where a range differs. */
const mismatch = v.object({
  /** Elements in a row: the last dimension, if a function's name tells it. */
  columns: count,
  rows: count,
  /** Height and width of a map cell in elements. */
  cell: v.tuple([count, count]),
  /** Fraction of each cell's elements that do not agree, cell by cell, row by row: 0 to 1. */
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
  /** What was compared with buffers elsewhere has their seed. */
  placement: v.exactOptional(count),
  /** What was compared on other inputs has their seed. */
  perturbation: v.exactOptional(count),
  /** Function that wrote it, when a dispatch is compared. */
  function: v.exactOptional(v.string()),
  type: v.picklist([...ELEMENT_TYPES, 'bytes']),
  elements: u64,
  bitEqual: u64,
  /** Elements that do not agree. */
  outOfTolerance: u64,
  maxAbsolute: v.number(),
  maxRelative: v.number(),
  /** Decimal digits; for integers, their distance. */
  maxUlp: u64,
  nanExpected: u64,
  nanActual: u64,
  /** Elements by distance: 0, 1, 2, 3-4, 5-8, ... ULP; the last also holds all larger ones and NaN against a number. */
  ulpHistogram: v.array(v.number()),
  /** The first element that does not agree, else the first that is not bit-equal. */
  first: v.exactOptional(
    v.object({
      index: u64,
      /** From the start of the buffer. */
      byteOffset: u64,
      expected: v.string(),
      actual: v.string(),
    }),
  ),
  /** The element with the largest absolute difference; absent where none has a distance. */
  largest: v.exactOptional(v.object({ index: u64, expected: v.string(), actual: v.string() })),
  agrees: v.boolean(),
  /** For the first ranges that do not agree. */
  mismatch: v.exactOptional(mismatch),
});

/** What may be wrong with a substitute. */
export const hint = v.object({
  /** A sentence or two, with the flag to try. */
  message: v.string(),
  /** A suggested addition to RunOptions.workgroupCounts: "FUNCTION=X,Y,Z". */
  workgroupCount: v.exactOptional(v.string()),
});

const place = v.object({ record: count, via: v.exactOptional(count) });

const divergedOperation = v.object({
  record: count,
  /** The execution of its command buffer. */
  via: v.exactOptional(count),
  operation: v.picklist(['dispatch', 'fill', 'copy', 'read']),
  function: v.exactOptional(v.string()),
  /** The same operation in the capture that this one is compared with, where that is another. */
  other: v.exactOptional(place),
  /** What it found: "unknown" where ranges differ that it writes, and may read or not, or cannot be compared. */
  inputs: v.picklist(['agree', 'differ', 'unknown']),
  /** Each range that it binds, before it. */
  found: v.array(comparedRange),
  /** Ranges that do not agree after it. Elements that neither side changed count as equal. */
  left: v.array(comparedRange),
});

const divergence = v.object({
  /** Where the results begin to differ, in a sentence or two. */
  sentence: v.string(),
  /** The first operation that leaves something else than the tolerance allows; absent where none does, or none is known. */
  first: v.exactOptional(divergedOperation),
  /** Operations before it, executed one after another on both sides, that leave the same. */
  agreed: count,
  /** Dispatches of the other capture, and of this one, that have no counterpart of the same function and grid. */
  missing: count,
  added: count,
  /** Operations before it of which not all that they wrote could be compared. */
  uncompared: count,
});

/** What a substitute leaves behind besides results: from one execution to the next, or for others. */
const keptState = v.object({
  /** In its own data, in memory outside of all buffers, or in how its thread computes: rounding, denormals, traps. */
  kind: v.optional(v.picklist(['data', 'outside', 'control']), 'data'),
  /** The captured executable that it replaces; absent where it may be any of several. */
  executable: v.exactOptional(u64),
  /** How many bytes hold something else than before; 0 of how a thread computes. */
  bytes: count,
  /** Where the first is: "cache+0x10", ".bss+0x40", "4 bytes past the end of buffer 7"; empty where that is not known. */
  place: v.string(),
});

/** What depends on where buffers lie, or on memory that nothing wrote. */
const dependsOnUnwritten = v.object({
  whose: v.picklist(['original', 'substitute', 'capture', 'other-capture']),
  /** Of the first placement that shows it. */
  seed: count,
});

/** Where buffers lay in what was compared. */
const otherPlaces = v.object({
  /** Each side was executed with a page behind each buffer that ends what touches it. */
  guarded: v.boolean(),
  /** With how many other places each side was replayed; the seed of the first, of each further one it is one more. */
  placements: count,
  seed: count,
});

/** What was compared on other inputs than the recorded ones. */
const otherInputs = v.object({
  /** Of the first; of each further one it is one more. */
  seed: count,
  /** On how many both sides agree. */
  agree: count,
  /** On how many of these only within four times the tolerance. */
  nearly: count,
  /** Why others tell nothing, a clause each. */
  silent: v.array(v.string()),
  /** The seed of those on which results differ: `ranges` has them. */
  differs: v.exactOptional(count),
});

/** What code may ask the machine for, besides computing. */
export const REQUEST_KINDS = ['clock', 'counter', 'random', 'system-call', 'thread'] as const;

/** Something that a substitute may ask the machine for, whether or not that code is reached. */
const machineRequest = v.object({
  /** The captured executable that it replaces. */
  executable: u64,
  kind: v.picklist(REQUEST_KINDS),
  /** An instruction, such as "rdtsc", or an imported function. */
  what: v.string(),
  /** Of an instruction: "product+0x10", ".text+0x40"; empty of an import. */
  place: v.string(),
});

export const verificationResult = v.object({
  /** Nothing speaks against it: the outputs agree, and a substitute keeps no state. */
  agrees: v.boolean(),
  /** One sentence: what was compared with what, and the first difference. */
  sentence: v.string(),
  ranges: v.array(comparedRange),
  tolerance,
  /** What the ranges were compared with. */
  against: v.picklist(['original', 'devices', 'capture', 'expected', 'itself']),
  /** Every run of one side gave the same bits. */
  deterministic: v.boolean(),
  runs: count,
  /** Outputs that only one side has, and the like: one sentence each. They count as differences. */
  problems: v.array(v.string()),
  /** Why nothing is known about the outputs, if nothing says whether they agree. They then count as not agreeing. */
  unknown: v.exactOptional(v.string()),
  /** A sentence saying what was not compared although it was asked for. */
  leftOut: v.exactOptional(v.string()),
  /** Of each output, the bytes at its end that nothing writes, if any: they are not compared. */
  unwrittenEnds: v.exactOptional(v.array(count)),
  /** Of a substitute: then it does not agree, for what it or others do next may depend on what it did before. */
  keepsState: v.exactOptional(keptState),
  /** Of a substitute; absent where it asks for nothing. */
  asks: v.exactOptional(v.array(machineRequest)),
  otherInputs: v.exactOptional(otherInputs),
  otherPlaces: v.exactOptional(otherPlaces),
  /** Then nothing agrees: `ranges` has where results differ, with a placement, unless the replay did not come to its end. */
  dependsOnUnwritten: v.exactOptional(dependsOnUnwritten),
  /** What was compared while the candidate was timed. */
  timed: v.exactOptional(
    v.object({
      /** Executions of the candidate. */
      compared: count,
      /** One of them left something else: `ranges` has it. */
      differs: v.boolean(),
      /** The seed of other inputs, on which every second preparation was; absent where all were on the recorded ones. */
      perturbation: v.exactOptional(count),
    }),
  ),
  /** Looked for where outputs differ from those of other devices, of another capture, or of the original with the level "cause". */
  divergence: v.exactOptional(divergence),
  /** Why it may differ, and what to try. */
  hints: v.array(hint),
  /** One side's code ended its process: nothing was compared. */
  crash: v.exactOptional(runCrash),
});

/** What counts as equal. An element agrees when it is within one of the nonzero bounds, or is bit-equal. */
export type Tolerance = ResultOf<typeof tolerance>;
export type ComparedElement = ResultOf<typeof comparedElement>;
/** Where a range differs. */
export type Mismatch = ResultOf<typeof mismatch>;
/** One range of one buffer, compared. */
export type ComparedRange = ResultOf<typeof comparedRange>;
/** What may be wrong with a substitute. */
export type Hint = ResultOf<typeof hint>;
/** The first operation whose results leave the tolerance. */
export type DivergedOperation = ResultOf<typeof divergedOperation>;
export type Divergence = ResultOf<typeof divergence>;
export type VerificationResult = ResultOf<typeof verificationResult>;
/** What depends on where buffers lie, or on memory that nothing wrote. */
export type DependsOnUnwritten = ResultOf<typeof dependsOnUnwritten>;
/** Something that a substitute may ask the machine for. */
export type MachineRequest = ResultOf<typeof machineRequest>;
/** What was compared on other inputs than the recorded ones. */
export type OtherInputs = ResultOf<typeof otherInputs>;
/** What a substitute leaves behind besides results. */
export type KeptState = ResultOf<typeof keptState>;
