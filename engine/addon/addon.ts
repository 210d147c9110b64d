/** What the addon exports, before it gets the protocol's types. */
import type { ElementCondition, ElementPicture, TensorView } from '../../protocol/replay/inspection';
import type { GivenReport } from '../../protocol/neighbour/llvm';
import type { PackedRowPage } from '../../protocol/capture/packedRows';
import type { CriticalPathSteps, TrackWindow } from '../../protocol/profile/profile';
import type { Occurrences } from '../../protocol/profile/profileComparison';
import type { RowPlace } from '../../protocol/capture/recordRows';
import type { Stripe } from '../../protocol/capture/capture';
import type { U64 } from '../../protocol/base/u64';
import type { KeptState, MachineRequest, Tolerance } from '../../protocol/replay/verification';
import type { MeasureLimits, Measurement, Wrong } from './measurement';

/** A flag that worker threads poll. */
export interface RawCancel {
  cancel(): void;
}

/** The addon's view. */
export interface RawView {
  setMode(mode: string): Promise<void>;
  rows(start: number, count: number): Promise<PackedRowPage>;
  setExpanded(keys: readonly string[], expanded: boolean, deep: boolean): Promise<void>;
  expandedKeys(): Promise<string[]>;
  reveal(key: string): Promise<RowPlace>;
  openAtWork(): Promise<RowPlace>;
  search(query: string, filter: boolean, onProgress: (state: string) => void, cancel: RawCancel): Promise<string>;
  nextMatch(from: string, direction: number): Promise<RowPlace>;
  stripe(buckets: number): Promise<Stripe>;
  refresh(): Promise<void>;
}

/** Its part about executables. */
export interface RawCode {
  executableCode(id: string, cancel: RawCancel): Promise<string>;
  functionCode(id: string, choice: string | number, cancel: RawCancel): Promise<string>;
  gpuModule(id: string, index: number): Promise<Uint8Array>;
  embeddedSource(id: string, index: number): Promise<Uint8Array>;
}

/** The addon's capture. */
export interface RawCapture extends RawCode {
  index(onProgress: (fraction: number, records: number, firstRows: boolean) => void, cancel: RawCancel): Promise<void>;
  summary(): Promise<string>;
  createView(): RawView;
  details(key: string): Promise<string>;
  overview(cancel: RawCancel): Promise<string>;
  findObject(id: string): number;
  bytes(record: number, offset: number, length: number): Promise<Uint8Array>;
  close(): void;
}

/** The addon's profile. */
/** Questions of any timeline: of a profile, or of another tool's trace. */
export interface RawTimeline {
  tracks(): Promise<string>;
  names(): Promise<string>;
  windows(tracks: Uint32Array, from: string, to: string, pixels: number, cancel: RawCancel): Promise<TrackWindow[]>;
  details(track: number, index: number, cancel: RawCancel): Promise<string>;
  neighbour(track: number, index: number, by: number, toTrack: number): Promise<string>;
  sliceAt(track: number, lane: number, time: string): Promise<string>;
  flows(track: number, index: number, cancel: RawCancel): Promise<string>;
  search(query: string, cancel: RawCancel): Promise<string>;
  nextMatch(tracks: Uint32Array, fromTrack: number, fromIndex: number, time: string, isForward: boolean): Promise<string>;
}

export interface RawProfileDocument extends RawTimeline {
  load(onProgress: (fraction: number, changed: boolean) => void, cancel: RawCancel): Promise<void>;
  summary(): Promise<string>;
  slicesOfRecord(record: number): Promise<string>;
  eventPlace(kind: string, names: readonly string[], digits: readonly string[], cancel: RawCancel): Promise<string>;
  statistics(from: string, to: string, cancel: RawCancel): Promise<string>;
  flame(from: string, to: string, leftHeavy: boolean, cancel: RawCancel): Promise<string>;
  explain(cancel: RawCancel): Promise<string>;
  criticalPath(cancel: RawCancel): Promise<CriticalPathSteps>;
  repetitions(cancel: RawCancel): Promise<string>;
  begun(from: string, to: string, cancel: RawCancel): Promise<string>;
  occurrences(track: number, indices: Uint32Array, from: string, byName: boolean, cancel: RawCancel): Promise<Occurrences>;
  close(): void;
}

/** One entry an execution in each of the columns, ordered by via, record and time. Nanoseconds. */
export interface RecordTimes {
  /** Record of the submission that executed a command; NO_VIA of what is no command. */
  readonly vias: Uint32Array;
  readonly records: Uint32Array;
  /** From the first start. */
  readonly starts: BigInt64Array;
  readonly durations: BigInt64Array;
  /** Threads that took part; 0 where that was not recorded. */
  readonly workers: Uint16Array;
  /** What all executions before each took: one more than there are executions. */
  readonly sums: BigInt64Array;
  /** Places of executions by their record, those of one by their time; and sums in that order. */
  readonly byRecord: Uint32Array;
  readonly sumsByRecord: BigInt64Array;
  /** The longest duration. */
  readonly longest: bigint;
  /** What the recorder wrote of the replay, JSON; empty of a profile that another engine recorded. */
  readonly replay: string;
  /** Executions without a record or a time. */
  readonly leftOut: number;
}

/** Where a run is. */
export interface SessionProgress {
  readonly record: number;
  readonly records: number;
  readonly scope?: string;
  readonly function?: string;
}

/** The addon's Breakdown. */
export interface RawBreakdownRun {
  measure(limits: MeasureLimits, cancel: RawCancel): Promise<Measurement>;
  report(most: number): Promise<string>;
  contents(): Promise<string>;
  clear(): void;
  close(): void;
}

/** An output as runs that are timed have to leave it. */
export interface RightOutput {
  readonly bytes: Uint8Array;
  /** Without one it is compared byte by byte. */
  readonly type: string | undefined;
  /** Bytes at its end that are not compared. */
  readonly unwrittenEnd: number;
}

/** The addon's Session. */
export interface RawSession {
  breakDown(scopes: readonly string[], timeoutMs: number | undefined, cancel: RawCancel): Promise<RawBreakdownRun>;
  run(outputs: string | undefined, timeoutMs: number | undefined, cancel: RawCancel): Promise<string>;
  collect(timeoutMs: number | undefined, cancel: RawCancel): Promise<{ readonly result: string; readonly outputs: readonly Uint8Array[] }>;
  measure(limits: MeasureLimits, cancel: RawCancel): Promise<Measurement>;
  measureKernels(): Promise<number>;
  perturb(seed: number): void;
  requests(): Promise<readonly MachineRequest[]>;
  expect(outputs: readonly RightOutput[], tolerance: Tolerance, seed: number): void;
  check(cancel: RawCancel): Promise<Wrong | undefined>;
  compared(): number;
  keptState(): KeptState | undefined;
  progress(): SessionProgress;
  close(): void;
}

/** What the addon's prepareReplay returns: the report as JSON, and a session unless it has errors. */
export interface RawPrepared {
  readonly report: string;
  readonly session?: RawSession;
}

/** The addon's DispatchBenchmark. */
export interface RawDispatchBenchmark {
  list(selectors: readonly string[], most: number): Promise<string>;
  goTo(record: number, via: number | undefined, timeoutMs: number | undefined, cancel: RawCancel): Promise<void>;
  close(): void;
  measure(limits: MeasureLimits, cancel: RawCancel): Promise<Measurement>;
  outcome(cancel: RawCancel): Promise<RawOutcome>;
  expect(
    outcome: object,
    types: readonly (string | undefined)[],
    tolerance: Tolerance,
    seed: number,
    cancel: RawCancel,
  ): Promise<Wrong | undefined>;
  check(): Promise<Wrong | undefined>;
  compared(): number;
  keptState(): KeptState | undefined;
}

/** What a dispatch makes of its inputs: only for the addon, but for how much that is. */
export interface RawOutcome {
  readonly outcome: object;
  readonly bindings: number;
  /** That they bind. It keeps twice as many. */
  readonly bytes: number;
}

/** What the addon's prepareDispatches returns: the report as JSON, and the rest unless it has errors. */
export interface RawPreparedDispatches {
  readonly report: string;
  readonly benchmark?: RawDispatchBenchmark;
  readonly devices?: readonly string[];
  readonly workers?: number;
  readonly prepareNs?: U64;
}

/** The addon's Inspection. */
export interface RawInspection {
  /** The protocol's Inspection as JSON, without types and operands; with the protocol's Provenance where that was asked for. */
  readonly description: string;
  bytes(range: number, moment: string): Uint8Array;
  /** `description` is the protocol's ElementsPage as JSON, without its request and its values. */
  elements(view: TensorView, from: number, count: number): Promise<{ readonly description: string; readonly values: Uint8Array }>;
  packed(view: TensorView): Promise<Uint8Array>;
  /** The protocol's FoundElements as JSON. */
  find(view: TensorView, condition: ElementCondition, from: number, direction: number, cancel: RawCancel): Promise<string>;
  picture(view: TensorView, rows: number, columns: number): Promise<ElementPicture>;
}

/** What a range held before the operation, and what after it. */
export interface RangeStates {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** How far two replays are. */
export interface LockstepCounts {
  /** Operations that were executed on both sides and compared. */
  readonly compared: number;
  /** Dispatches that were executed on one side alone, having no counterpart. */
  readonly unmatchedA: number;
  readonly unmatchedB: number;
  /** Of those that were compared: some of what they wrote was not, for it is not as long. */
  readonly uncompared: number;
}

/** The addon's Lockstep. */
export interface RawLockstep {
  next(
    timeoutMs: number | undefined,
    cancel: RawCancel,
  ): Promise<
    { readonly description: string; readonly ranges: readonly { readonly a: RangeStates; readonly b: RangeStates }[] } | undefined
  >;
  counts(): LockstepCounts;
  close(): void;
}

/** A trace of PyTorch's profiler: read once, by readFile(), or by feed() and finish(). */
export interface RawTorchTrace extends RawTimeline {
  readFile(path: string, cancel: RawCancel): Promise<void>;
  feed(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  describe(mostRows: number, cancel: RawCancel): Promise<string>;
  operations(): Promise<string>;
  /** Makes the timeline: its questions can be asked then. */
  draw(cancel: RawCancel): Promise<string>;
  explain(): Promise<string>;
}

/** The addon's exports. Structured results are JSON text, bulk data is typed arrays. */
export interface RawAddon {
  openCapture(path: string): Promise<RawCapture>;
  dump(path: string, format: string, fd: number, cancel: RawCancel): Promise<void>;
  reportProfile(path: string, question: string, options: object, fd: number, cancel: RawCancel): Promise<string>;
  profiledFunctionCode(path: string, id: string, choice: number | bigint, cancel: RawCancel): Promise<string>;
  openProfile(path: string, cancel: RawCancel): Promise<RawProfileDocument>;
  recordTimes(path: string, cancel: RawCancel): Promise<RecordTimes>;
  repeatScope(source: string, target: string, scope: string, times: number): Promise<void>;
  lengthenFiles(source: string, target: string, bytes: number): Promise<void>;
  leaveOutRecords(
    source: string,
    target: string,
    ranges: readonly { begin: number; end: number }[],
    cancel: RawCancel,
    keepsOrder: boolean,
  ): Promise<string>;
  repairCapture(source: string, target: string, cancel: RawCancel): Promise<string>;
  packCapture(source: string, target: string, options: object, cancel: RawCancel): Promise<string>;
  unpackCapture(source: string, folder: string, name: string, cancel: RawCancel): Promise<string>;
  extractCapture(source: string, target: string, piece: object, options: object, cancel: RawCancel): Promise<string>;
  findPieceMemory(path: string, piece: object, cancel: RawCancel): Promise<string>;
  writePiece(source: string, target: string, piece: object, contents: string, cancel: RawCancel): Promise<string>;
  hostReads(path: string, cancel: RawCancel): Promise<string>;
  namedOperations(capture: string, record: number | undefined, via: number | undefined, cancel: RawCancel): Promise<string>;
  composeTaps(source: string, target: string, taps: readonly object[], cancel: RawCancel, untilLast: boolean): Promise<void>;
  writeCandidate(capture: string, executable: string, file: string, format: string, target: string, cancel: RawCancel): Promise<string>;
  composeRepetitions(source: string, target: string, plan: object, cancel: RawCancel): Promise<string>;
  compareCaptures(a: string, b: string, most: number, cancel: RawCancel): Promise<string>;
  describeLlvmRecording(path: string, mostRanges: number | null, cancel: RawCancel): Promise<string>;
  compareLlvmReplay(path: string, mostRanges: number, cancel: RawCancel): Promise<string>;
  llvmFunctionCode(path: string, address: bigint, cancel: RawCancel): Promise<string>;
  describeLlvmFolder(path: string, report: GivenReport | null, cancel: RawCancel): Promise<string>;
  createTorchTrace(): RawTorchTrace;
  createCancel(): RawCancel;
  preflight(path: string, options: object, cancel: RawCancel): Promise<string>;
  prepareReplay(path: string, options: object, cancel: RawCancel): Promise<RawPrepared>;
  inspect(
    path: string,
    options: object,
    record: number,
    via: number | undefined,
    cancel: RawCancel,
    traces: boolean,
  ): Promise<RawInspection>;
  inspectionOf(found: object): RawInspection;
  readBufferAt(path: string, options: object, moment: object, cancel: RawCancel): Promise<Uint8Array>;
  prepareLockstep(a: object, b: object, cancel: RawCancel): Promise<RawLockstep>;
  compare(expected: Uint8Array, actual: Uint8Array, type: string | undefined, tolerance: object): Promise<string>;
  listDispatches(path: string, options: object, selectors: readonly string[], most: number, cancel: RawCancel): Promise<string>;
  prepareDispatches(path: string, options: object, cancel: RawCancel): Promise<RawPreparedDispatches>;
  describeSamples(samples: Float64Array): Promise<string>;
  compareMedians(first: Float64Array, second: Float64Array, resolutionNs: number): Promise<string>;
  clockOverhead(): number;
  describeMachine(): string;
  measureRoof(milliseconds: number, cancel: RawCancel): Promise<string>;
  embeddedSources(binary: Uint8Array): { readonly path: string; readonly content: Uint8Array }[];
  locateCode(binary: Uint8Array, address: number): Promise<{ readonly source?: string; readonly instructionSet?: string }>;
  installCrashReport(to: number | readonly string[]): void;
  tryLock(fd: number, kind: 'exclusive' | 'shared'): boolean;
}
