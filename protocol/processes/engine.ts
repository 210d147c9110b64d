/** The conversation with the engine process: one job at a time, each reported until it ends. */
import type { BenchmarkOptions, BenchmarkProgress, BenchmarkResult } from '../measurement/benchmark';
import type { BisectOptions, BisectProgress, BisectResult, BisectTold } from '../measurement/bisection';
import type { BenchmarkTold } from '../jobs/benchmark';
import type { InspectTold } from '../jobs/inspect';
import type { RunOnceOptions } from '../jobs/run';
import type { SubstituteTold } from '../jobs/substitute';
import type { VerifyTold } from '../jobs/verify';
import type {
  LlvmBenchmarkOptions,
  LlvmBenchmarkTold,
  LlvmMeasurement,
  LlvmProgress,
  LlvmSweep,
  LlvmSweepOptions,
  LlvmSweepTold,
  LlvmVerification,
  LlvmVerifyOptions,
  LlvmVerifyTold,
} from '../neighbour/llvm';
import type {
  CompareRequest,
  ElementPicture,
  ElementsPage,
  ElementsRequest,
  ExportRequest,
  FindRequest,
  FoundElements,
  Inspection,
  InspectOptions,
  PictureRequest,
  TensorComparison,
} from '../replay/inspection';
import type { Roof, RoofOptions, RoofTold } from '../measurement/roof';
import type { IreeRunResult, JobState, RunProgress, RunResult } from '../replay/run';
import type {
  ExtractOptions,
  ExtractResult,
  ExtractTold,
  PackOptions,
  PackResult,
  PackTold,
  ReduceOptions,
  ReduceProgress,
  ReduceResult,
  ReduceTold,
  RepairOptions,
  RepairResult,
  RepairTold,
  UnpackOptions,
  UnpackTold,
} from '../sharing/sharing';
import type { SubstituteOptions, SubstituteProgress, SubstituteResult } from '../replay/substitution';
import type {
  TorchCompareOptions,
  TorchCompareTold,
  TorchComparison,
  TorchExtracted,
  TorchExtractOptions,
  TorchExtractTold,
  TorchProgress,
  TorchReplayFound,
  TorchReplayOptions,
  TorchReplayTold,
} from '../torch/replay';
import type { TorchCaptured, TorchCaptureOptions, TorchCaptureProgress, TorchCaptureTold } from '../torch/capturing';
import type { VerificationResult, VerifyOptions, VerifyProgress } from '../replay/verification';

/** Every job: what it may be asked, what it is told then (with defaults), what it says on the way, what it gives. */
export interface EngineJobs {
  /** Replays a capture once. */
  run: {
    readonly options: RunOnceOptions;
    readonly told: RunOnceOptions;
    readonly progress: RunProgress;
    readonly result: RunResult | IreeRunResult;
  };
  /** Replays up to a record and keeps what its operation found and left, until the next inspection. */
  inspect: { readonly options: InspectOptions; readonly told: InspectTold; readonly progress: RunProgress; readonly result: Inspection };
  /** Reads what the latest inspection keeps, as do the four behind it. */
  elements: { readonly options: ElementsRequest; readonly told: ElementsRequest; readonly progress: never; readonly result: ElementsPage };
  /** Counts elements that fulfil a condition, and finds one. */
  find: { readonly options: FindRequest; readonly told: FindRequest; readonly progress: never; readonly result: FoundElements };
  picture: { readonly options: PictureRequest; readonly told: PictureRequest; readonly progress: never; readonly result: ElementPicture };
  /** Writes elements to a file. */
  exportElements: {
    readonly options: ExportRequest;
    readonly told: ExportRequest;
    readonly progress: never;
    readonly result: { readonly bytes: number };
  };
  compareElements: {
    readonly options: CompareRequest;
    readonly told: CompareRequest;
    readonly progress: never;
    readonly result: TensorComparison;
  };
  benchmark: {
    readonly options: BenchmarkOptions;
    readonly told: BenchmarkTold;
    readonly progress: BenchmarkProgress;
    readonly result: BenchmarkResult;
  };
  verify: {
    readonly options: VerifyOptions;
    readonly told: VerifyTold;
    readonly progress: VerifyProgress;
    readonly result: VerificationResult;
  };
  /** Original and candidates side by side. */
  substitute: {
    readonly options: SubstituteOptions;
    readonly told: SubstituteTold;
    readonly progress: SubstituteProgress;
    readonly result: SubstituteResult;
  };
  /** Goes through a series by halves. */
  bisect: { readonly options: BisectOptions; readonly told: BisectTold; readonly progress: BisectProgress; readonly result: BisectResult };
  /** Captures made of another: a piece of it, one with its files in it, one with them beside it, what is whole of it, what a failure needs of it. */
  extract: {
    readonly options: ExtractOptions;
    readonly told: ExtractTold;
    readonly progress: RunProgress;
    readonly result: ExtractResult;
  };
  pack: { readonly options: PackOptions; readonly told: PackTold; readonly progress: never; readonly result: PackResult };
  unpack: { readonly options: UnpackOptions; readonly told: UnpackTold; readonly progress: never; readonly result: PackResult };
  repair: { readonly options: RepairOptions; readonly told: RepairTold; readonly progress: never; readonly result: RepairResult };
  reduce: { readonly options: ReduceOptions; readonly told: ReduceTold; readonly progress: ReduceProgress; readonly result: ReduceResult };
  /** What this machine computes and moves at most: measured once, and kept. */
  roof: { readonly options: RoofOptions; readonly told: RoofTold; readonly progress: never; readonly result: Roof };
  /** Has the installed LLVM replay a recorded OpenMP kernel, and compares memory. */
  llvmVerify: {
    readonly options: LlvmVerifyOptions;
    readonly told: LlvmVerifyTold;
    readonly progress: never;
    readonly result: LlvmVerification;
  };
  /** Times its launches. */
  llvmBenchmark: {
    readonly options: LlvmBenchmarkOptions;
    readonly told: LlvmBenchmarkTold;
    readonly progress: LlvmProgress;
    readonly result: LlvmMeasurement;
  };
  /** Finds its best teams and threads. */
  llvmSweep: {
    readonly options: LlvmSweepOptions;
    readonly told: LlvmSweepTold;
    readonly progress: LlvmProgress;
    readonly result: LlvmSweep;
  };
  /** Calls operations of a trace of PyTorch through the installed PyTorch, and times them. */
  torchReplay: {
    readonly options: TorchReplayOptions;
    readonly told: TorchReplayTold;
    readonly progress: TorchProgress;
    readonly result: TorchReplayFound;
  };
  /** Writes some of them so that they are replayed elsewhere. */
  torchExtract: {
    readonly options: TorchExtractOptions;
    readonly told: TorchExtractTold;
    readonly progress: TorchProgress;
    readonly result: TorchExtracted;
  };
  /** Compares what two devices or versions of PyTorch make of them, or two traces. */
  torchCompare: {
    readonly options: TorchCompareOptions;
    readonly told: TorchCompareTold;
    readonly progress: TorchProgress;
    readonly result: TorchComparison;
  };
  /** Makes a capture of an operation of PyTorch, and compares both. */
  torchCapture: {
    readonly options: TorchCaptureOptions;
    readonly told: TorchCaptureTold;
    readonly progress: TorchCaptureProgress;
    readonly result: TorchCaptured;
  };
}

export type EngineJob = keyof EngineJobs;

/** Those that one engine process does. A bisection is many of them: what it tests may end the process. */
export type ProcessJob = Exclude<EngineJob, 'bisect'>;

/** How a job is, or how it ended. */
export type EngineState<Job extends EngineJob> = JobState<EngineJobs[Job]['progress'], EngineJobs[Job]['result']>;

/** Does one job; `report` gets every state, the last of which is how it ended. */
export type StartJob<Jobs extends EngineJob = EngineJob> = <Job extends Jobs>(
  job: Job,
  options: EngineJobs[Job]['options'],
  report: (state: EngineState<Job>) => void,
  signal: AbortSignal,
) => Promise<EngineState<Job>>;

/** To the engine process. */
export type EngineRequest =
  | { readonly [Job in ProcessJob]: { readonly type: Job; readonly options: EngineJobs[Job]['options'] } }[ProcessJob]
  | { readonly type: 'cancel' };

/** From the engine process, about its job. A crash has no message: its report comes on file descriptor 3 and the process ends. */
export interface EngineEvent {
  readonly type: 'state';
  readonly state: EngineState<ProcessJob>;
}
