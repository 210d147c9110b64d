/** The conversation with the page of a trace of PyTorch's profiler. */
import type { Problem } from '../jobs/problem';
import type { U64 } from '../base/u64';
import type { Cause, SliceName, TimelineHost, TrackInfo } from '../profile/profile';
import type { TorchShapeRow, TorchTraceInfo } from './torch';

/** The timeline as a whole. */
export interface TorchTimelineSummary {
  /** Nanoseconds from the first event to the end of the last. */
  readonly span: U64;
  /** Kernels, copies and fills. */
  readonly work: U64;
  /** Events that are not shown, of more threads than there is room for. */
  readonly missed: U64;
}

/** What is drawn along time. */
export interface DrawnTorchTrace {
  readonly summary: TorchTimelineSummary;
  readonly tracks: readonly TrackInfo[];
  readonly names: readonly SliceName[];
}

/** What the page begins with: the trace, or why there is none. */
export interface TorchTraceStart {
  /** How the user left the page; null of one that was not there. */
  readonly state: unknown;
  readonly file: string;
  /** As it is shown: with the version that is shown where that is not the one on disk. */
  readonly name: string;
  readonly drawn?: DrawnTorchTrace;
  readonly failure?: Problem;
  readonly changedOnDisk: boolean;
}

/** An operation of the tables, by its name, and by its inputs where these are told apart. */
export type TorchOperationChoice = Pick<TorchShapeRow, 'name'> &
  Partial<Pick<TorchShapeRow, 'inputDims' | 'inputTypes' | 'inputStrides' | 'concreteInputs'>>;

export interface TorchTraceHost extends TimelineHost {
  /** Reads the trace. `kept`: what the page itself has kept. */
  start(params: { readonly kept: unknown }): TorchTraceStart;
  /** What is in it, with the first rows of each table. */
  describe(params: undefined): TorchTraceInfo;
  /** What explains where the time went, what cost most first. */
  explain(params: undefined): readonly Cause[];
  /** Puts the descriptions of an operation on the clipboard, as torch ops writes them: of how many calls. The reason where it has none. */
  copyDescription(params: TorchOperationChoice): { readonly copied: number; readonly problem?: string };
  /** The page has the keyboard, or has lost it. */
  focused(params: { readonly focused: boolean }): void;
  /** Asks where, and writes the file there. */
  save(params: { readonly name: string; readonly bytes: Uint8Array }): void;
  saveState(params: { readonly state: unknown }): void;
  copyText(params: { readonly text: string }): void;
  run(params: { readonly command: 'reload' | 'openAsText' | 'showOutput' }): void;
}

export interface TorchTraceWebview {
  /** The file is another now than the one that is shown. */
  changedOnDisk(params: undefined): void;
  /** The page begins again. */
  reopened(params: undefined): void;
}
