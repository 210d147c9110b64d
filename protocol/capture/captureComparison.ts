/** The conversation about two captures side by side: A, the one before, and B. */
import type { DiffResult } from './captureDifference';
import type { Problem } from '../jobs/problem';

/** What a tab keeps over reloads: paths. */
export interface KeptCaptures {
  readonly a: string;
  readonly b: string;
}

/** Two captures, compared. */
export interface ComparedCaptures extends KeptCaptures {
  readonly difference: DiffResult;
}

export interface CaptureComparisonHost {
  start(params: undefined): ComparedCaptures;
  /** The page has the keyboard, or has lost it. */
  focused(params: { readonly focused: boolean }): void;
  /** Reads both again, A as B and B as A. */
  swap(params: undefined): ComparedCaptures;
  /** Shows the record in the capture's editor. */
  openRecord(params: { readonly side: 'a' | 'b'; readonly record: number }): void;
  /** Replays both and compares what the applications read back, as a run of its own. */
  compareOutputs(params: undefined): void;
  copyText(params: { readonly text: string }): void;
  /** Asks where, and writes the file there. */
  save(params: { readonly name: string; readonly bytes: Uint8Array }): void;
}

/** What the host tells the page. */
export interface CaptureComparisonWebview {
  failed(params: Problem): void;
}
