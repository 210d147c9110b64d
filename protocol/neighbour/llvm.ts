/** LLVM's recordings of OpenMP kernels: what is asked of them, and what is in them. */
import type { Disassembly, FunctionCode } from '../code/code';
import type { llvmBenchmark } from '../jobs/llvmBenchmark';
import type { llvmSweep } from '../jobs/llvmSweep';
import type { llvmVerify } from '../jobs/llvmVerify';
export type { LlvmInfoTold } from '../jobs/llvmInfo';
import type { LlvmChanges, LlvmImageFunction, LlvmProblem } from '../jobs/llvmInfoResult';
import type { OptionsOf } from '../jobs/option';
export type { LlvmChanges, LlvmFolder, LlvmImageFunction, LlvmInfoResult, LlvmProblem, LlvmRecording } from '../jobs/llvmInfoResult';
export type { LlvmCodeTold } from '../jobs/llvmCode';
export type { LlvmBenchmarkTold } from '../jobs/llvmBenchmark';
import type { LlvmMeasurement } from '../jobs/llvmBenchmarkResult';
export type { LlvmMeasurement } from '../jobs/llvmBenchmarkResult';
export type { LlvmSweepTold } from '../jobs/llvmSweep';
export type { LlvmSweep } from '../jobs/llvmSweepResult';
export type { LlvmVerifyTold } from '../jobs/llvmVerify';
export type { LlvmVerification } from '../jobs/llvmVerifyResult';

/** What a replay by the installed LLVM is asked. */
export type LlvmVerifyOptions = OptionsOf<typeof llvmVerify.options>;
export type LlvmBenchmarkOptions = OptionsOf<typeof llvmBenchmark.options>;
export type LlvmSweepOptions = OptionsOf<typeof llvmSweep.options>;

/** What an earlier benchmark of the same recording says. */
export type EarlierLaunches = Pick<LlvmMeasurement, 'began' | 'disturbed' | 'statistics'>;

/** How far a job is that starts the tool many times. */
export interface LlvmProgress {
  readonly starts: number;
  /** It may be done with fewer. */
  readonly atMost: number;
}

/** The machine code of a function of a recording's image, or its bitcode: one of `listing` and `disassembly` is there. */
export interface LlvmCode {
  /** Which file of the recording has it. */
  readonly file: string;
  /** "ELF for AMD GPUs", "LLVM bitcode". */
  readonly kind: string;
  /** Absent of bitcode, which is shown whole. */
  readonly function?: LlvmImageFunction;
  readonly listing?: FunctionCode;
  readonly disassembly?: Disassembly;
}

/** What a replay left in memory, beside what the recorded launch did; without differences one of both is missing. */
export interface LlvmComparison {
  readonly differences?: LlvmChanges;
  /** Names of the files that hold it. */
  readonly recorded?: string;
  readonly replayed?: string;
  readonly problems: readonly LlvmProblem[];
}

/** A report that is not in the folder of its recordings. */
export interface GivenReport {
  /** What it is called where something is said of it. */
  readonly name: string;
  /** What the program printed: the report, and whatever is around it. */
  readonly text: string;
}
