/** Whether two replays left the same. */
import type { ElementType } from './element';
import type { RunCrash, RunOptions } from './run';
import type { U64 } from './u64';

/** What counts as equal. An element agrees when it keeps one of the bounds that are not 0, or is bit-equal. */
export interface Tolerance {
  readonly absolute: number;
  /** Parts of the expected value. */
  readonly relative: number;
  /** Units in the last place of the type. */
  readonly ulp: number;
  /** Two NaN of whatever bits agree: the default. */
  readonly nanEqual: boolean;
}

export interface VerifyOptions {
  /** With substitutions, the original is what the same options give without them. */
  readonly run: RunOptions;
  /** Another device list to compare to; the options' own without. */
  readonly againstDevices?: readonly string[];
  /** --expect: a folder that --outputs wrote, or of .npy files that stand for the outputs in order. */
  readonly expect?: string;
  /** --type: of every output; 'auto' takes it from names where they tell, and else raw bytes. */
  readonly type?: ElementType | 'auto' | 'bytes';
  readonly tolerance?: Partial<Tolerance>;
  /**
   * --level: `dispatch` compares what every substituted dispatch wrote, too; `cause` does where the outputs differ, up to the first
   * dispatch that does.
   */
  readonly level?: 'outputs' | 'dispatch' | 'cause';
  /** --runs: how often each side is replayed, to see whether it is deterministic; 2 by default. */
  readonly runs?: number;
}

/** One range of one buffer, compared. */
export interface ComparedRange {
  /** The record that read or wrote it. */
  readonly record: number;
  readonly via?: number;
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
  /** Function that wrote it, where the comparison is of a dispatch. */
  readonly function?: string;
  readonly type: ElementType | 'bytes';
  readonly elements: U64;
  readonly bitEqual: U64;
  /** Elements that do not agree. */
  readonly outOfTolerance: U64;
  readonly maxAbsolute: number;
  readonly maxRelative: number;
  /** Decimal digits; of integers their distance. */
  readonly maxUlp: U64;
  readonly nanExpected: U64;
  readonly nanActual: U64;
  /** Elements by distance: 0, 1, 2, 3-4, 5-8, ... ULP, the last also holds all that are farther and NaN against a number. */
  readonly ulpHistogram: readonly number[];
  /** The first element that does not agree; without one, the first that is not bit-equal. */
  readonly first?: {
    readonly index: U64;
    /** From the begin of the buffer. */
    readonly byteOffset: U64;
    readonly expected: string;
    readonly actual: string;
  };
  readonly agrees: boolean;
  /** Of the first ranges that do not agree. */
  readonly mismatch?: Mismatch;
}

/** Where a range differs. */
export interface Mismatch {
  /** Elements in a row: of the last dimension, where a function's name tells it. */
  readonly columns: number;
  readonly rows: number;
  /** Elements that a cell of the map is high and wide. */
  readonly cell: readonly [height: number, width: number];
  /** Part of each cell's elements that do not agree, cell after cell of a row, row after row: 0 to 1. */
  readonly parts: readonly number[];
  /** The first element that does not agree, and those before and after it. */
  readonly around: readonly ComparedElement[];
}

export interface ComparedElement {
  readonly index: U64;
  readonly expected: string;
  readonly actual: string;
  readonly absolute: number;
  readonly ulp: U64;
  readonly agrees: boolean;
}

/** What may be wrong with a substitute. */
export interface Hint {
  /** A sentence or two, with the flag to try. */
  readonly message: string;
  /** What to add to RunOptions.workgroupCounts, to be offered: "FUNCTION=X,Y,Z". */
  readonly workgroupCount?: string;
}

export interface VerificationResult {
  readonly agrees: boolean;
  /** One sentence: what was compared with what, and the first thing that differs. */
  readonly sentence: string;
  readonly ranges: readonly ComparedRange[];
  readonly tolerance: Tolerance;
  /** What the ranges were compared with. */
  readonly against: 'original' | 'devices' | 'expected' | 'itself';
  /** Every run of one side gave the same bits. */
  readonly deterministic: boolean;
  readonly runs: number;
  /** Outputs that only one side has, and the like: one sentence each. They make it differ. */
  readonly problems: readonly string[];
  /** Why it may differ, and what to try. */
  readonly hints: readonly Hint[];
  /** Where one side's code ended its process: nothing was compared. */
  readonly crash?: RunCrash;
}

export interface VerifyProgress {
  readonly phase: 'building' | 'preparing' | 'executing' | 'comparing';
  readonly run: number;
  readonly of: number;
  /** What is known before anything is executed, and worth knowing should that crash. */
  readonly hints?: readonly Hint[];
}
