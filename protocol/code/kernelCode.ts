/** What a capture's page asks of the code of its kernels: instructions and sources, in pages of rows. */
import type { GpuFunction, GpuModule, InstructionKind, LoopIteration, SourceLocation } from './code';
import type { U64 } from '../base/u64';

/** An export of an executable, by its ordinal. */
export interface KernelChoice {
  readonly executable: U64;
  readonly ordinal: number;
}

/** An export of an executable, or any function by where it begins in the file: several may have one name. */
export type FunctionChoice = KernelChoice | { readonly executable: U64; readonly address: U64 };

/** The executable that a record prepares, or that it calls a function of. */
export interface RecordCode {
  readonly executable: U64;
  readonly format: string;
  /** The first 4,096 of its exports. */
  readonly functions: readonly { readonly ordinal: number; readonly name: string }[];
  /** How many there are in all. */
  readonly functionCount: number;
  /** The one that is called; absent where the record prepares the executable. */
  readonly called?: number;
}

/** A line that instructions come from. */
export interface ListedLine extends SourceLocation {
  /** The heading of its first instructions among the rows. */
  readonly row: number;
  readonly instructions: number;
}

/** A loop of a function. */
export interface ListedLoop {
  /** The loop that it is in, which comes before it. */
  readonly parent?: number;
  /** 1 for the outermost. */
  readonly depth: number;
  /** The row of the instruction that every iteration begins with, and its address: hexadecimal, without 0x. */
  readonly row: number;
  readonly address: string;
  readonly iteration: LoopIteration;
  /** What stands out: a sentence. */
  readonly finding?: string;
}

/** Where a row is in a piece of a loop. */
export type Bracket = 'first' | 'inside' | 'last' | 'only';

/** What an executable for a GPU says of a function. */
export interface GpuFacts {
  /** "VKE1". */
  readonly container: string;
  readonly target?: string;
  readonly entry: GpuFunction;
  /** Absent where the container has no such module. */
  readonly module?: GpuModule;
}

/** What is known of a function's instructions before its rows are read. */
export interface ListingHead {
  readonly name: string;
  /** Where it begins: ".text+0x1c40". */
  readonly section?: string;
  /** Hexadecimal, without 0x; absent of a GPU's module. */
  readonly address?: string;
  /** Of its code; absent where that is not known, and of a GPU's module. */
  readonly bytes?: number;
  /** What has disassembled it, where that is a program of the user's. */
  readonly program?: string;
  readonly rows: number;
  /** The row that it begins at: a module may hold more than the function. */
  readonly start: number;
  readonly lines: readonly ListedLine[];
  /** Each followed by those in it. */
  readonly loops: readonly ListedLoop[];
  /** Sentences about what is not listed or not known. */
  readonly notes: readonly string[];
  /** Why there are no rows: a sentence. */
  readonly problem?: string;
  readonly gpu?: GpuFacts;
}

/** What an instruction is: arithmetic by what it computes on, where that is known. */
export type InstructionGroup = InstructionKind | 'float' | 'integer';

/** A row of a listing. `line` is in ListingHead.lines; absent where no line is known. */
export type ListingRow =
  | {
      /** Over the instructions of a line. */
      readonly kind: 'line';
      readonly line?: number;
      /** The calls that they are inlined by: "relu at mm.mlir:12, from gelu at mm.mlir:20". */
      readonly inlined?: string;
      /** In ListingHead.loops: the innermost that it is in. */
      readonly loop?: number;
      /** Where it is in each of its loops, the outermost first. */
      readonly brackets?: readonly Bracket[];
    }
  | {
      /** Over the instruction that every iteration of a loop begins with. */
      readonly kind: 'loop';
      readonly line?: number;
      /** In ListingHead.loops, as `loop` and `brackets` of other rows: those that it is in itself. */
      readonly begun: number;
      readonly loop?: number;
      readonly brackets?: readonly Bracket[];
    }
  | {
      readonly kind: 'instruction';
      readonly line?: number;
      readonly group: InstructionGroup;
      /** Where it computes or moves in vector registers: of all elements together, and how many there are; 1 of a scalar. */
      readonly vectorBits?: number;
      readonly lanes?: number;
      /** Hexadecimal, without 0x. */
      readonly address: string;
      readonly mnemonic: string;
      readonly operands: string;
      readonly symbol?: string;
      /** The row that a branch within the function leads to. */
      readonly target?: number;
      readonly loop?: number;
      readonly brackets?: readonly Bracket[];
      /** The loop of which every iteration begins here. */
      readonly begins?: number;
      /** The loop that it leads back to the beginning of. */
      readonly repeats?: number;
    }
  /** As a program prints it. */
  | { readonly kind: 'text'; readonly line?: number; readonly text: string };

/** A text that a kernel is written in. */
export type KernelSource = {
  /** As the compiler named it. */
  readonly path: string;
  /** Of the kernel, from 1; absent where that is not known. */
  readonly line?: number;
} & (
  | {
      readonly kind: 'file';
      /** Here. */
      readonly file: string;
      /** Why it may not be what the kernel was compiled from. */
      readonly doubt?: string;
    }
  | {
      readonly kind: 'embedded';
      /** In ExecutableCode.sources. */
      readonly index: number;
      /** "1.configured". */
      readonly stage?: string;
    }
);

/** Where a kernel is written, as far as that is known. */
export interface KernelSources {
  readonly name: string;
  readonly sources: readonly KernelSource[];
  /** Why there are none, or why the file that the compiler read is not among them: a sentence. */
  readonly missing?: string;
}

/** Rows from `start` of `total`. */
export interface CodePage<Row> {
  readonly start: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

/** The machine code of functions. A page is of at most 1,000 rows. */
export interface ListingHost<Choice> {
  listing(params: Choice): ListingHead;
  listingRows(params: Choice & { readonly start: number; readonly count: number }): CodePage<ListingRow>;
  /** Puts rows [first, last] on the clipboard: at most 65,536. */
  copyCode(params: Choice & { readonly first: number; readonly last: number }): void;
}

/** The calls. */
export interface KernelCodeHost extends ListingHost<KernelChoice> {
  /** null for a record that has no code. */
  recordCode(params: { readonly record: number }): RecordCode | null;
  sources(params: KernelChoice): KernelSources;
  /** `source` is in KernelSources.sources. Of a line at most 2,000 characters are given. */
  sourceRows(params: KernelChoice & { readonly source: number; readonly start: number; readonly count: number }): CodePage<string>;
  /** Shows the listing, or a line of a source from 1, in an editor. */
  openCode(params: KernelChoice & { readonly source?: number; readonly line?: number }): void;
  /** Of the listing, or of a source. */
  copyCode(params: KernelChoice & { readonly source?: number; readonly first: number; readonly last: number }): void;
}
