/** The conversation about a replay: between the side that shows it and the engine process that executes it. */
import type { RunCrash } from '../jobs/crash';
import type { Problem } from '../jobs/problem';
import type { IreeRunResult, RunResult } from '../jobs/runResult';
import type { Hint } from '../jobs/verificationResult';
import type { U64 } from '../base/u64';

export type { RunCrash } from '../jobs/crash';
export type { PreflightReport } from '../jobs/preflightReport';
export type { IreePlaces } from '../jobs/ireePlaces';
export type { Compilers, RunOptions } from '../jobs/replayOptions';
export type { RunOnceOptions } from '../jobs/run';
export type { IreeRunResult, RunOutput, RunResult } from '../jobs/runResult';

/** How far it is. */
export interface RunProgress {
  readonly phase: 'preparing' | 'executing' | 'finishing';
  readonly record: number;
  readonly records: number;
  readonly scope?: string;
  readonly function?: string;
  /** Once, before anything is executed: what preflight warns of, and what is known of substitutes, worth knowing should one crash. */
  readonly warnings?: readonly Problem[];
  readonly hints?: readonly Hint[];
}

/** A place in a kernel's source where its build says something. Lines and columns count from 1. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Why no program of this machine builds a source, and what would. */
export interface MissingCompiler {
  readonly source: string;
  /** Programs that were looked for, in order, each with what was found. */
  readonly tried: readonly { readonly program: string; readonly finding: string }[];
  /** The setting that names one, after "ireeReplay.". */
  readonly setting: 'compilers.clang' | 'compilers.ireeCompile';
  /** What installs one on this system, a command line; absent where its packages are not known. */
  readonly install?: string;
}

/** Where a job of the engine process is, or how it ended. */
export type JobState<Progress, Result> =
  /** With whom it waits for, in a sentence, where that is another process of this machine. */
  | { readonly state: 'idle'; readonly waitsFor?: string }
  | {
      readonly state: 'running';
      readonly progress: Progress;
      /** It has been asked to end, which it does at the next place where it can. */
      readonly cancelling?: true;
    }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'refused'; readonly problems: readonly Problem[] }
  /** Of a build, with what the compiler said: as places, and all that it printed. */
  | {
      readonly state: 'failed';
      readonly problem: Problem;
      readonly diagnostics?: readonly Diagnostic[];
      readonly output?: string;
      readonly missing?: MissingCompiler;
    }
  /** With what had been measured until then, where that means something. */
  | {
      readonly state: 'cancelled';
      readonly result?: Result;
      /** Nobody wanted it to end: its window was loaded again, or closed. */
      readonly interrupted?: true;
    }
  | { readonly state: 'crashed'; readonly crash: RunCrash };

export type RunState = JobState<RunProgress, RunResult | IreeRunResult>;

/**
 * What a process that a captured kernel has killed leaves: one line of JSON, on file descriptor 3 of the engine process, and behind
 * it the executable's ELF file, as many bytes as `image` says.
 */
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
    readonly loading?: boolean;
    readonly pc_offset?: number;
    readonly profile?: string;
    readonly image?: number;
  };
}
