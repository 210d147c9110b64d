/** Where samples of a profile lie: in kernels, loops, lines, functions and instructions. */
import type { WidthUse } from './code';
import type { InstructionGroup } from './kernelCode';
import type { U64 } from '../base/u64';
import type { Sampling } from '../jobs/samplingResult';

export { NARROW } from '../jobs/narrowShare';
export type { Sampling, SamplingCost } from '../jobs/samplingResult';

/** A line of a source by the path that was compiled. */
export interface SourceLine {
  readonly path: string;
  readonly line: number;
}

/** How many samples something has: which share of all that is, where that lies with 95 % confidence, and whether it could be chance. */
export interface SampledShare {
  readonly samples: number;
  /** From 0 to 1, of all samples of the profile. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** Too few to be told from chance. */
  readonly tooFew: boolean;
}

/** An instruction, with the samples that it has in one kernel. */
export interface SampledInstruction extends SampledShare {
  /** In the executable's file. */
  readonly address: U64;
  /** In Intel's syntax; empty where it is not known. */
  readonly text: string;
  /** "load", "arithmetic"; empty where it is not known. */
  readonly kind: string;
}

/** A source line, with the samples of what it calls. */
export interface SampledLine extends SampledShare {
  readonly path: string;
  readonly line: number;
  /** Its own, by address. */
  readonly instructions: readonly SampledInstruction[];
}

/** Machine code without lines that a kernel runs, such as an exponential function; its samples are in the line that calls it, too. */
export interface SampledFunction extends SampledShare {
  /** Empty where nothing says whose code it is. */
  readonly name: string;
  readonly address: U64;
  readonly instructions: readonly SampledInstruction[];
}

/** The instructions of a function that do one kind of thing. Shares are of the kernel's samples in the function. */
export interface SampledGroup extends SampledShare {
  readonly group: InstructionGroup;
  readonly instructions: number;
}

/** Those that compute on elements of one width. Shares are of the kernel's samples at all of the function that compute on elements. */
export interface SampledWidth extends SampledShare, WidthUse {
  /** The widest vectors that this machine's processor has for such elements, and what they belong to; absent where the code is another's. */
  readonly available?: { readonly bits: number; readonly name: string };
}

/** What the instructions of a function do and how wide they compute, with the samples that lie at each. */
export interface SampledMix {
  /** The most samples first. */
  readonly groups: readonly SampledGroup[];
  /** Scalars first, the widest vectors last. */
  readonly widths: readonly SampledWidth[];
  /** Instructions that compute in operations that `widths` does not have: x87's, of matrix tiles, cryptography. */
  readonly uncounted: number;
}

/** A function that a kernel runs: its own, or one that it calls; with the samples in its machine code, and not in what it calls itself. */
export interface SampledBody extends SampledShare {
  /** Empty where nothing says whose code it is. */
  readonly name: string;
  /** In the executable's file; `bytes` follow. */
  readonly address: U64;
  readonly bytes: number;
  /** Absent where its code is not listed. */
  readonly mix?: SampledMix;
}

/** A loop of machine code, with the samples of the loops in it and of what it calls. */
export interface SampledLoop extends SampledShare {
  /** Of the instruction that every iteration begins with. */
  readonly address: U64;
  /** Whose machine code it is in, and where that begins. */
  readonly function: string;
  readonly functionAddress: U64;
  /** Its place among the loops of that function, and that of the loop that it is in. */
  readonly index: number;
  readonly parent?: number;
  /** Where it is in the source; empty where the code has no lines. */
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface SampledKernel extends SampledShare {
  readonly name: string;
  readonly executable: U64;
  readonly function: number;
  /** Where its own function begins; absent where the profile does not hold its machine code. */
  readonly address?: U64;
  /** The record with the most samples of it, where samples know theirs. */
  readonly record?: number;
  readonly via?: number;
  /** The most samples first, as the functions and bodies. */
  readonly lines: readonly SampledLine[];
  readonly functions: readonly SampledFunction[];
  readonly bodies: readonly SampledBody[];
  /** Of a function each followed by those in it. */
  readonly loops: readonly SampledLoop[];
}

/** At which a kernel can be looked at: as it is written, as compilers have it on the way, and as machine code. */
export type CodeStage = 'source' | 'configured' | 'llvm' | 'assembly';

export interface StageChoice {
  readonly stage: CodeStage;
  readonly isThere: boolean;
  /** What is shown; where there is nothing, why. */
  readonly title: string;
}

/** A sampled kernel, with the line of each source that has the most of its samples. */
export interface SampledChoice extends Pick<SampledKernel, 'name' | 'executable' | 'function'> {
  readonly lines: readonly SourceLine[];
}

/**
 * A frame of the flame graph of samples, in the order of a depth-first walk: an operation of the model where lines say which, by its place
 * ("block.mlir:41"); a kernel; functions, and what is inlined into them.
 */
export interface SampledFrame {
  readonly kind: 'operation' | 'kernel' | 'function' | 'elsewhere';
  readonly name: string;
  /** Of an operation: where the model has it. */
  readonly place?: SourceLine;
  readonly depth: number;
  readonly samples: number;
}

/** Where samples lie. */
export interface Hotspots extends Sampling {
  /** None of a profile that was recorded without samples: all else is zero or empty then. */
  readonly samples: number;
  readonly inKernels: number;
  readonly inLibraries: number;
  readonly elsewhere: number;
  /** Sentences about what is not known. */
  readonly notes: readonly string[];
  /** The most samples first. */
  readonly kernels: readonly SampledKernel[];
  readonly frames: readonly SampledFrame[];
}
