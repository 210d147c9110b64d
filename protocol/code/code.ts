/** What an executable's code is and where it comes from: found by reading its bytes alone. */
import type { U64 } from '../base/u64';

/** A line of a source, as the compiler named it: not to be trusted as a file name. */
export interface SourceLocation {
  readonly path: string;
  /** 1-based; 0 when unknown. */
  readonly line: number;
  /** Of the content that was compiled, in hexadecimal; absent where the executable does not say. */
  readonly md5?: string;
}

/** Where a function is in the program as a stage of the compiler had it. */
export interface StageLocation {
  /** "1.configured". */
  readonly stage: string;
  readonly location: SourceLocation;
}

/** A source that is in the executable; CaptureCode.source() reads it. */
export interface EmbeddedSourceFile {
  readonly path: string;
  readonly bytes: number;
}

/** What executables say about a function, whatever they are for. */
export interface FunctionOrigin {
  readonly name: string;
  /** Where the compiler says that it comes from. */
  readonly location?: SourceLocation;
  readonly stages: readonly StageLocation[];
}

/** A function of an executable for a processor. */
export interface CpuFunction extends FunctionOrigin {
  /** Absent when it is not exported. */
  readonly ordinal?: number;
  /** In the executable's file, before it is loaded. */
  readonly address: U64;
  /** Bytes; absent where nothing says where it ends. */
  readonly size?: number;
}

/** An executable for a processor. */
export interface CpuExecutableCode {
  readonly kind: 'cpu';
  /** "embedded-elf-x86_64". */
  readonly format: string;
  readonly architecture: string;
  /** It has a table of lines; and debugging information, which tells inlined functions. */
  readonly hasLines: boolean;
  readonly hasDebugInfo: boolean;
  /** Exports by ordinal, then others by address. */
  readonly functions: readonly CpuFunction[];
  readonly sources: readonly EmbeddedSourceFile[];
}

/** A function of an executable for a GPU. */
export interface GpuFunction extends FunctionOrigin {
  readonly ordinal: number;
  /** What it is called in its module. */
  readonly entryPoint: string;
  /** In GpuExecutableCode.modules. */
  readonly module: number;
  /** Threads of a workgroup; absent where neither container nor module says. */
  readonly workgroupSize?: readonly [number, number, number];
  /** Bytes for each workgroup, besides what the module asks for. */
  readonly sharedMemory: number;
  /** 32-bit ones. */
  readonly constants: number;
  /** Absent where any does. */
  readonly subgroupSize?: number;
  /** How Vulkan's dispatches pass bindings: "descriptor", "bda-v1". */
  readonly abi?: string;
  /** One a binding: 1 is read-only, 2 is indirect. */
  readonly bindingFlags: readonly U64[];
  /** Of descriptor sets, with Vulkan's numbers for types (VkDescriptorType). */
  readonly bindings: readonly { readonly set: number; readonly binding: number; readonly type: number; readonly count: number }[];
}

/** Code for the device's driver. */
export interface GpuModule {
  readonly kind: 'SPIR-V' | 'PTX' | 'HSACO';
  readonly bytes: number;
  /** Of SPIR-V: its version ("1.6"), capabilities by number, and the entry points that it declares (execution model 5 is GLCompute). */
  readonly version?: string;
  readonly capabilities: readonly number[];
  readonly entryPoints: readonly {
    readonly name: string;
    readonly executionModel: number;
    readonly localSize?: readonly [number, number, number];
  }[];
}

/** An executable for a GPU: its container. */
export interface GpuExecutableCode {
  readonly kind: 'gpu';
  /** "vulkan-spirv-fb". */
  readonly format: string;
  /** "VKE1", "HIP1", "CDA1", "AMD1". */
  readonly container: string;
  /** "gfx942:sramecc+:xnack-". */
  readonly target?: string;
  readonly functions: readonly GpuFunction[];
  readonly modules: readonly GpuModule[];
  readonly sources: readonly EmbeddedSourceFile[];
}

/** Programs of the user's that disassemble code for GPUs, and LLVM's bitcode, as settings and flags call them. */
export type DisassemblerName = 'spirvDis' | 'nvdisasm' | 'llvmObjdump' | 'llvmDis';

/** Where they are, of those that are not the ones on the PATH. */
export type Disassemblers = Readonly<Partial<Record<DisassemblerName, string>>>;

/** Instructions as text, or why there is none. */
export interface Disassembly {
  /** What has disassembled it; absent where it is text already, or nothing could. */
  readonly program?: string;
  readonly text?: string;
  /** The text goes on. */
  readonly cut?: true;
  /** Why there is no text. */
  readonly problem?: string;
}

/** The instructions of a module. */
export interface ModuleListing extends Disassembly {
  /** In GpuExecutableCode.modules. */
  readonly module: number;
  readonly kind: GpuModule['kind'];
}

export type ExecutableCode = CpuExecutableCode | GpuExecutableCode;

export type InstructionKind =
  | 'load'
  | 'store'
  | 'move'
  | 'shuffle'
  | 'arithmetic'
  | 'branch'
  | 'jump'
  | 'call'
  | 'return'
  | 'nothing'
  | 'other';

/** How wide an instruction computes or moves in vector registers. */
export interface VectorUse {
  /** Of all elements together; of the one of a scalar instruction. */
  readonly bits: number;
  /** Elements; 1 for a scalar instruction. */
  readonly lanes: number;
  readonly elementBits: number;
  readonly element?: 'float' | 'integer';
}

/** An instruction. Offsets count from the function's beginning, in bytes. */
export interface CodeInstruction {
  readonly offset: number;
  /** Hexadecimal. */
  readonly bytes: string;
  /** With its prefixes: "lock add"; ".byte" where the bytes are no instruction. */
  readonly mnemonic: string;
  /** In Intel's syntax; may be empty. */
  readonly operands: string;
  readonly kind: InstructionKind;
  /** Where a branch, jump or call within the function leads. */
  readonly target?: number;
  /** The address that an operand refers to relative to the instruction. */
  readonly reference?: U64;
  /** What a reference, or a target outside of the function, is: a symbol, an import, or a place in a section. */
  readonly symbol?: string;
  /** In FunctionCode.places; absent where no line is known. */
  readonly place?: number;
  /** In FunctionCode.frames: the innermost function that was inlined here. */
  readonly frame?: number;
  /** In FunctionCode.loops: the innermost that it is in. */
  readonly loop?: number;
  /** It reads or writes memory, and at most this much in one execution. */
  readonly reads?: true;
  readonly writes?: true;
  readonly memoryBits?: number;
  readonly vector?: VectorUse;
}

/** A call of a function that was inlined. */
export interface InlinedFrame {
  /** Empty where it is not named. */
  readonly function: string;
  /** The frame that calls it, which comes before it; absent for the function itself. */
  readonly parent?: number;
  /** Where it is called. `file` is in FunctionCode.files; column 0 is unknown. */
  readonly call?: { readonly file: number; readonly line: number; readonly column: number };
}

/** All code of a line. What is inlined there has lines of its own: see InlinedFrame.call. */
export interface CodeLine {
  /** In FunctionCode.files. */
  readonly file: number;
  readonly line: number;
  /** Offsets from the function's beginning: where code begins and where it ends, exclusive. */
  readonly code: readonly (readonly [number, number])[];
}

/** Instructions that compute on vectors of one width, or on single elements. Moves, logic, shifts, comparisons and conversions are none. */
export interface WidthUse {
  readonly element: 'float' | 'integer';
  readonly scalar?: true;
  /** Of the vector; of the element of a scalar. */
  readonly bits: number;
  readonly instructions: number;
}

/** How many instructions there are, by what they do. */
export interface CodeMix {
  readonly kinds: Readonly<Partial<Record<InstructionKind, number>>>;
  /** In vector registers: scalars first, the widest vectors last. */
  readonly widths: readonly WidthUse[];
  /** Those that certainly compute on elements in general registers. */
  readonly generalElements?: number;
  /** Those that compute in operations that are not counted: x87's, of matrix tiles, cryptography. */
  readonly uncounted?: number;
}

/** What an iteration does: of the machine code, which may be several of the source. */
export interface LoopIteration {
  readonly bytesRead?: number;
  readonly bytesWritten?: number;
  /** Why they are not known: "it calls a function". */
  readonly bytesUnknown?: string;
  /** A multiply-add counts as two for each element. */
  readonly floatOperations?: number;
  /** On vectors. */
  readonly integerOperations?: number;
  /** Why they are not known. */
  readonly operationsUnknown?: string;
  /** Operations for each byte, of floating point where there are any; absent where that is not known. */
  readonly intensity?: number;
}

/** A loop that is entered at one place. Offsets count from the function's beginning. */
export interface CodeLoop {
  /** Where every iteration begins. */
  readonly header: number;
  /** Where code begins and where it ends, exclusive; with that of the loops in it. */
  readonly code: readonly (readonly [number, number])[];
  /** The instructions that lead back to the header. */
  readonly backEdges: readonly number[];
  /** The instructions that leave it, and where they lead to within the function. */
  readonly exits: readonly { readonly from: number; readonly to?: number }[];
  /** The loop that it is in, which comes before it. */
  readonly parent?: number;
  /** 1 for the outermost. */
  readonly depth: number;
  readonly innermost?: true;
  /** The header's, in FunctionCode.places. */
  readonly place?: number;
  /** Without the loops in it. */
  readonly mix: CodeMix;
  readonly iteration: LoopIteration;
}

/** What stands out beside what this machine's processor has. */
export interface CodeFinding {
  readonly kind: 'scalar-loop' | 'narrow-loop' | 'narrow-function';
  /** In FunctionCode.loops. */
  readonly loop?: number;
  readonly element: 'float' | 'integer';
  readonly elementBits?: number;
  /** Of the vectors that it computes on; absent where it computes on none. */
  readonly usedBits?: number;
  /** Of those that there are, and what they belong to: "AVX2". */
  readonly availableBits: number;
  readonly available: string;
  readonly sentence: string;
}

/** The machine code of a function. */
export interface FunctionCode {
  readonly function: CpuFunction;
  readonly architecture: string;
  /** Where it begins: ".text+0x1c40". */
  readonly section?: string;
  /** Where debugging information says that it is declared. */
  readonly declared?: { readonly file: number; readonly line: number };
  /** Paths as the compiler had them, with its folder where they are relative. "-" is what it read from a pipe. */
  readonly files: readonly string[];
  /** File in `files`, line, and column (0 is unknown). */
  readonly places: readonly (readonly [number, number, number])[];
  readonly frames: readonly InlinedFrame[];
  /** By file and line. */
  readonly lines: readonly CodeLine[];
  /** At most 65,536. */
  readonly instructions: readonly CodeInstruction[];
  readonly mix: CodeMix;
  /** Each followed by those in it. */
  readonly loops: readonly CodeLoop[];
  readonly findings: readonly CodeFinding[];
  /** Bytes of code at the end that are not listed. */
  readonly leftOut: number;
  /** Sentences about what is not listed or not known. */
  readonly notes: readonly string[];
}
