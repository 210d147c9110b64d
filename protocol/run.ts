/** The conversation about a replay: between the side that shows it and the engine process that executes it. */
import type { Problem } from './capture';
import type { U64 } from './u64';

/** With what sources of substitutes are built. */
export interface Compilers {
  /** clang, or what takes its flags; "clang" by default. */
  readonly clang?: string;
  /** "iree-compile" by default. */
  readonly ireeCompile?: string;
  /** Flags behind those of the recipe, for clang and iree-compile. */
  readonly clangFlags?: readonly string[];
  readonly ireeCompileFlags?: readonly string[];
  /** A command line of the user's own in place of both; ${source} and ${output} are replaced. */
  readonly command?: string;
}

/** Where the user's IREE may be: what a setting names, then Python environments, then PATH. */
export interface IreePlaces {
  /** A folder of programs, or an installation with bin/. */
  readonly setting?: string;
  /** Virtual environments, or the folders of their interpreters. */
  readonly python?: readonly string[];
  /** PATH by default. */
  readonly path?: string;
}

/** What to replay, and how. Names follow IREE's flags. */
export interface RunOptions {
  readonly capture: string;
  /** One URI a device, in the order of the capture's devices: "local-sync", "local-task". */
  readonly devices: readonly string[];
  /** --engine=iree: the programs of the installation that is found there replay, in place of the native engine. */
  readonly iree?: IreePlaces;
  /** --replay_file_remap, each "from=to". */
  readonly fileRemaps: readonly string[];
  /** --outputs: folder for the ranges that the application mapped for reading. */
  readonly outputs?: string;
  /** Threads of local-task; one for each processor by default. */
  readonly workers?: number;
  /** --assume_host_signals: waits that nothing in the stream signals count as signalled by the host. */
  readonly assumeHostSignals?: boolean;
  /** --allow_file_writes: queue_write may write the files that the capture wrote. */
  readonly allowFileWrites?: boolean;
  /** --guard_buffers: an access past a buffer is a crash that is named. */
  readonly guardBuffers?: boolean;
  /** --poison: byte that fresh memory holds. */
  readonly poison?: number;
  /** Replay up to here: this record and all after it are not executed. */
  readonly stopBeforeRecord?: number;
  /** With stopBeforeRecord at a queue_execute: it is executed after all, up to its command of this record. */
  readonly stopBeforeCommand?: number;
  /** --timeout: milliseconds after which the run ends with DEADLINE_EXCEEDED; none by default. */
  readonly timeoutMs?: number;
  /**
   * --replay_executable_substitution, each "SELECTOR=PATH": an executable's id, "all", or "fn:PATTERN" for the executables
   * with a function whose name matches (`*` and `?` are wildcards), each with "@FORMAT" where the bytes do not tell it.
   * A path that ends in .mlir, .ll, .s, .c or .cc is built first.
   */
  readonly substitutions?: readonly string[];
  /** For substitutes that are sources. */
  readonly compilers?: Compilers;
  /** --replay_workgroup_count, each "FUNCTION=X,Y,Z": the grid that dispatches of the function get in place of the recorded. */
  readonly workgroupCounts?: readonly string[];
}

/** What preflight found. */
export interface PreflightReport {
  readonly canRun: boolean;
  readonly problems: readonly Problem[];
  /** Problems beyond the first thousand. */
  readonly problemsLeftOut: U64;
  readonly operations: U64;
  readonly dispatches: U64;
  readonly devices: number;
  /** Most bytes that buffers take at once. */
  readonly peakBytes: U64;
  /** Bytes of all buffers together, were nothing freed. */
  readonly totalBufferBytes: U64;
}

/** How far it is. */
export interface RunProgress {
  readonly phase: 'preparing' | 'executing' | 'finishing';
  readonly record: number;
  readonly records: number;
  readonly scope?: string;
  readonly function?: string;
}

/** A range that the recorded application mapped for reading. */
export interface RunOutput {
  readonly record: number;
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
  /** Name in the outputs folder. */
  readonly file: string;
  /** Of the bytes, in hexadecimal; only where outputs were asked for. */
  readonly sha256?: string;
}

/** What a replay did. Times in nanoseconds. */
export interface RunResult {
  readonly devices: readonly string[];
  readonly operations: number;
  readonly dispatches: U64;
  readonly workgroups: U64;
  readonly bytesTransferred: U64;
  /** Orderings added where memory was shared without a recorded path: the host had waited there. */
  readonly addedEdges: U64;
  readonly assumedSignals: U64;
  /** Threads that executed kernels. */
  readonly workers: number;
  /** Operations that had failed when they were recorded, and so are left out as IREE leaves them out. */
  readonly skipped: number;
  readonly prepareNs: U64;
  readonly executeNs: U64;
  /** What threads spent in recorded file reads, all together: part of the execution. */
  readonly fileReadNs: U64;
  /** Most bytes of buffers alive at once. */
  readonly peakBytes: U64;
  readonly scopes: readonly { readonly name: string; readonly record: number; readonly depth: number; readonly ns: U64 }[];
  readonly outputs: readonly RunOutput[];
  readonly warnings: readonly Problem[];
}

/** A replay by the user's IREE, which says that it succeeded and nothing more. */
export interface IreeRunResult {
  /** Path of the iree-run-replay that did it. */
  readonly program: string;
  readonly devices: readonly string[];
  /** Of the whole process, in nanoseconds: loading and preparing included. */
  readonly wallNs: number;
}

/** The kernel or record in which the engine process died. */
export interface RunCrash {
  /** SIGSEGV, SIGILL, ...; or "exit 3" when it ended without a signal. */
  readonly signal: string;
  readonly record?: number;
  /** The submission that executed the record, when it stands in a command buffer. */
  readonly via?: number;
  readonly executable?: U64;
  readonly function?: string;
  readonly workgroup?: readonly [number, number, number];
  /** Of how many; absent where a buffer says. */
  readonly workgroupCount?: readonly [number, number, number];
  readonly faultAddress?: string;
  /** Place in the kernel's source, "kernel.c:20", where its line table names it. */
  readonly source?: string;
  /** Instruction set that the instruction wants and this processor lacks: "AVX2". */
  readonly instructionSet?: string;
}

/** A place in a kernel's source where its build says something. Lines and columns count from 1. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Where a job of the engine process is, or how it ended. */
export type JobState<Progress, Result> =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly progress: Progress }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'refused'; readonly problems: readonly Problem[] }
  /** Of a build, with what the compiler said: as places, and all that it printed. */
  | { readonly state: 'failed'; readonly problem: Problem; readonly diagnostics?: readonly Diagnostic[]; readonly output?: string }
  /** With what had been measured until then, where that means something. */
  | { readonly state: 'cancelled'; readonly result?: Result }
  | { readonly state: 'crashed'; readonly crash: RunCrash };

export type RunState = JobState<RunProgress, RunResult | IreeRunResult>;

/** What the engine process prints, as one line of JSON on file descriptor 3, when a captured kernel has killed it. */
export interface CrashReport {
  readonly crash: {
    readonly signal: string;
    readonly address?: string;
    readonly record?: number;
    readonly execute_record?: number;
    readonly executable?: number | U64;
    readonly function?: string;
    readonly workgroup?: readonly [number, number, number];
    readonly workgroup_count?: readonly [number, number, number];
    readonly source?: string;
    readonly line?: number;
    readonly instruction_set?: string;
  };
}
