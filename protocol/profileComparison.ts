/** The conversation about two profiles side by side: A, the run before, and B. Times are nanoseconds. */
import type { ProfileDiffRow } from './jobs/profileDiff';
import type { Problem } from './jobs/problem';

export type { ProfileDiffRow } from './jobs/profileDiff';

/** A profile that is compared. */
export interface ComparedProfile {
  readonly path: string;
  readonly name: string;
  /** When the file was last changed, ISO 8601. */
  readonly changed: string;
}

/** What one function took in both, with its records where both profiles are of one capture. */
export interface ComparedFunction extends ProfileDiffRow {
  readonly records: readonly ProfileDiffRow[];
}

export interface ComparedProfiles {
  /** Earlier runs of the same code: the last of them is A, all of them say how far runs are from each other. */
  readonly before: readonly ComparedProfile[];
  readonly b: ComparedProfile;
  /** By the absolute difference of total time, the largest first. */
  readonly functions: readonly ComparedFunction[];
  readonly beforeNs: number;
  readonly afterNs: number;
  /** Executions without a time, in either. */
  readonly untimed: number;
  /** `record`: both profiles are of one capture, so that records are matched, too. */
  readonly matchedBy: 'record' | 'function';
  /** Profiles of the workspace that can be A or B, the newest first. */
  readonly choices: readonly ComparedProfile[];
}

/** What a tab keeps over reloads. */
export interface KeptComparison {
  readonly before: readonly string[];
  readonly b: string;
}

/** Times of one function or record in both, evenly chosen where they are many. */
export interface ComparedSamples {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** What the page asks the host. */
export interface ComparisonHost {
  /** The first call of a page. Rejects where one of the profiles cannot be read. */
  start(params: undefined): ComparedProfiles;
  samples(params: { key: string; record?: number }): ComparedSamples;
  /** Compares other profiles in this tab. */
  choose(params: KeptComparison): ComparedProfiles;
  /** Lets the user choose earlier runs of A's code; undefined when none was. */
  addEarlier(params: undefined): ComparedProfiles | undefined;
  /** Opens a profile, at a record where one is given. */
  openProfile(params: { path: string; record?: number }): void;
  copyText(params: { text: string }): void;
  save(params: { name: string; bytes: Uint8Array }): void;
  /** The page has the keyboard, or has lost it. */
  focused(params: { focused: boolean }): void;
}

/** What the host tells the page. */
export interface ComparisonWebview {
  failed(params: Problem): void;
}
