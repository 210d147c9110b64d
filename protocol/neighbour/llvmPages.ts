/** The conversations with the pages of LLVM's recordings: of one, and of a folder of them. */
import type { LlvmExportTold } from '../jobs/llvmExport';
import type { CodePage, ListingHost } from '../code/kernelCode';
import type { Problem } from '../jobs/problem';
import type { EarlierLaunches, LlvmFolder, LlvmMeasurement, LlvmRecording } from './llvm';
import type { LlvmSweep, LlvmSweepOptions, LlvmVerification, LlvmVerifyOptions } from './llvm';

/** What a file of a recording holds: "memory" is of before the launch, "output" of after it. */
export type LlvmRole = LlvmRecording['files'][number]['role'];

/** Bytes that are given at once. */
export const MOST_LLVM_BYTES = 64 * 1024;

/** What the page of a recording begins with: the recording, without what the kernel changed, or why there is none. */
export interface LlvmRecordingStart {
  /** How the user left the page; null of one that was not there. */
  readonly state: unknown;
  readonly file: string;
  /** Of the descriptor, with the version that is shown where that is not the one on disk. */
  readonly name: string;
  readonly recording?: LlvmRecording;
  readonly failure?: Problem;
  readonly changedOnDisk: boolean;
}

/** How memory is compared after each launch. */
export type LlvmCompared = Pick<LlvmVerifyOptions, 'type' | 'tolerance'>;

/** What the page asks the installed LLVM for. */
export type LlvmAsked =
  | ({ readonly job: 'verify' | 'benchmark' } & LlvmCompared)
  | ({ readonly job: 'sweep' } & LlvmCompared & Pick<LlvmSweepOptions, 'teams' | 'threads'>);

/** What it gives. */
export type LlvmFound =
  | { readonly job: 'verify'; readonly result: LlvmVerification }
  /** With what earlier benchmarks of the same launch say, oldest first. */
  | { readonly job: 'benchmark'; readonly result: LlvmMeasurement; readonly earlier: readonly EarlierLaunches[] }
  | { readonly job: 'sweep'; readonly result: LlvmSweep };

/** How what the page has asked for ended. */
export type LlvmReplayEnd =
  | ({ readonly state: 'done' } & LlvmFound)
  /** The workspace is not trusted. */
  | { readonly state: 'refused'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'cancelled' };

/** A function of the image, by its place in LlvmRecording.image.functions; or the recording's bitcode. */
export interface LlvmCodeChoice {
  readonly code: number | 'bitcode';
}

/** The file here that a source of the program is, as far as that is known. */
export type LlvmSource =
  | {
      readonly file: string;
      /** It has the name alone in common with what was compiled. */
      readonly doubtful?: true;
    }
  | { readonly missing: string };

/** What the page asks of the image's code, and of the sources that it comes from: `path` is as the compiler named one. */
export interface LlvmCodeHost extends ListingHost<LlvmCodeChoice> {
  source(params: { readonly path: string }): LlvmSource;
  /** Of a line at most 2,000 characters are given. */
  sourceRows(params: { readonly path: string; readonly start: number; readonly count: number }): CodePage<string>;
  /** Puts lines [first, last], from 0, on the clipboard. */
  copySource(params: { readonly path: string; readonly first: number; readonly last: number }): void;
  /** Shows a line, from 1, in an editor. */
  openSource(params: { readonly path: string; readonly line: number }): void;
}

export interface LlvmRecordingHost extends LlvmCodeHost {
  /** `kept`: what the page itself has kept. */
  start(params: { readonly kept: unknown }): LlvmRecordingStart;
  /** The page has the keyboard, or has lost it. */
  focused(params: { readonly focused: boolean }): void;
  /** The recording with what its kernel changed: memory of before and after is read for that. */
  changes(params: undefined): LlvmRecording;
  /** At most MOST_LLVM_BYTES from `offset` on; less at the end of the file. */
  bytes(params: { readonly role: LlvmRole; readonly offset: number; readonly length: number }): Uint8Array;
  /** Has the installed LLVM replay it, and compares memory with what was recorded. One at a time. */
  replay(params: LlvmAsked): LlvmReplayEnd;
  /** The command line that does what `replay` would. */
  commandLine(params: LlvmAsked): string;
  /** Asks where, and writes the file there. */
  save(params: { readonly name: string; readonly bytes: Uint8Array }): void;
  /** Asks where, and writes what an argument leads to there, as an array for numpy. */
  exportArgument(params: Pick<LlvmExportTold, 'argument' | 'type' | 'moment'>): void;
  saveState(params: { readonly state: unknown }): void;
  copyText(params: { readonly text: string }): void;
  run(params: { readonly command: 'reload' | 'openAsText' | 'showOutput' | 'openFolder' | 'chooseLlvm' | 'chooseDisassembler' }): void;
}

export interface LlvmRecordingWebview {
  /** How far the replay is, in words. */
  progress(params: { readonly words: string }): void;
  /** The descriptor is another now than the one that is shown. */
  changedOnDisk(params: undefined): void;
  /** The page begins again. */
  reopened(params: undefined): void;
}

/** What a tab shows. */
export interface ShownLlvmFolder {
  readonly folder: string;
}

/** What a tab keeps over reloads. */
export interface KeptLlvmFolder extends ShownLlvmFolder {
  /** The text of a report that the user pasted. */
  readonly pasted?: string;
}

/** A folder of recordings, as it was read. */
export interface ReadLlvmFolder extends ShownLlvmFolder {
  readonly found: LlvmFolder;
}

export interface LlvmFolderHost {
  /** Reads the folder, with the report in `pasted` or else in the folder. Rejects with a sentence where what is pasted is none of it. */
  start(params: { readonly pasted?: string }): ReadLlvmFolder;
  /** The text that was copied last. */
  clipboard(params: undefined): string;
  focused(params: { readonly focused: boolean }): void;
  /** Shows the recording with this descriptor. */
  open(params: { readonly file: string }): void;
  /** Shows a file of the folder as text. */
  openText(params: { readonly file: string }): void;
  copyText(params: { readonly text: string }): void;
  /** Asks where, and writes the file there. */
  save(params: { readonly name: string; readonly bytes: Uint8Array }): void;
}

export interface LlvmFolderWebview {
  /** Recordings have come, gone or changed since the folder was read. */
  changedOnDisk(params: undefined): void;
}
