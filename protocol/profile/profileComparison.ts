/** The conversation about two profiles side by side: A, the run before, and B. Times are nanoseconds. */
import type { HotspotsComparison } from '../code/hotspotsComparison';
import type { ProfileDiffRow } from '../jobs/profileDiff';
import type { Problem } from '../jobs/problem';
import type { ProfileHost, SliceDetails, SliceId, SliceName, TrackInfo, TrackWindow } from './profile';
import type { U64 } from '../base/u64';

export type { ProfileDiffRow } from '../jobs/profileDiff';

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

export type ComparedSide = 'a' | 'b';

/** One time of what a profile does several times: [from, to), nanoseconds from its first moment. */
export interface Run {
  readonly from: U64;
  readonly to: U64;
}

/** A way in which a profile repeats itself. */
export interface Repetitions {
  /** `scope`: its runs within which dispatches are executed; `record`: from one execution of a dispatch of the capture to the next. */
  readonly by: 'scope' | 'record';
  /** Of the scope, or of the record's function. */
  readonly name: string;
  readonly record?: number;
  /** The first 10,000. */
  readonly runs: readonly Run[];
}

/** The dispatches of one track that begin within a part of time. */
export interface BegunDispatches {
  readonly track: number;
  readonly count: number;
  /** When the first begins, and when the last ends. */
  readonly first: U64;
  readonly last: U64;
}

/** Of slices, in the order in which they were asked about: the record that each is of, and the how-manieth of its kind it is, from 0. */
export interface Occurrences {
  /** 4294967295 where it is not known. */
  readonly records: Uint32Array;
  readonly ordinals: Uint32Array;
}

/** What of a profile is drawn above or below the other: its dispatches. */
export interface ComparedTimeline {
  /** Those with dispatches. */
  readonly tracks: readonly TrackInfo[];
  readonly names: readonly SliceName[];
  /** Nanoseconds. */
  readonly span: U64;
  readonly runs: readonly Run[];
}

export interface ComparedTimelines {
  readonly a: ComparedTimeline;
  readonly b: ComparedTimeline;
  /** What the runs of both are: the same scope or record in both, or the whole of each as one run. */
  readonly by: Repetitions['by'] | 'whole';
  /** Of the scope, or of the record's function; empty of the whole. */
  readonly name: string;
  readonly record?: number;
  /** Both are of one capture: dispatches of the same record are the same operation. */
  readonly sameCapture: boolean;
  /** How many of the runs can be shown, from the first on, where not all can: a report has no more. */
  readonly shownRuns?: number;
}

/** Questions whose rows are summed up in both profiles and matched by what they are of. */
export type ComparedQuestion = 'command' | 'queue' | 'memory' | 'counter';

export interface ComparedFigure {
  /** By which a filter names it. */
  readonly name: string;
  readonly title: string;
  readonly unit: 'ns' | 'bytes' | 'count' | 'number';
}

/** Rows of one kind, by the texts that they are matched by. */
export interface ComparedFigures {
  readonly name: string;
  readonly label: string;
  readonly keys: readonly { readonly name: string; readonly title: string }[];
  readonly figures: readonly ComparedFigure[];
  /** Rows in order of the texts. Values are numbers in digits; absent where that profile has no such row, or the row no such value. */
  readonly rows: readonly {
    readonly keys: readonly string[];
    readonly a?: readonly (string | undefined)[];
    readonly b?: readonly (string | undefined)[];
  }[];
}

export interface ComparedAnswer {
  /** Kinds that neither profile has rows of are left out. */
  readonly kinds: readonly ComparedFigures[];
  /** Why a profile could only be read in part, in a sentence with its name. */
  readonly notices: readonly string[];
}

/** What the page asks the host. */
export interface ComparisonHost {
  /** The first call of a page. Rejects where one of the profiles cannot be read. */
  start(params: undefined): ComparedProfiles;
  samples(params: { key: string; record?: number }): ComparedSamples;
  /** Reads both profiles along time, once. */
  timelines(params: undefined): ComparedTimelines;
  /** As of one profile (protocol/profile.ts). */
  windows(params: { side: ComparedSide } & Parameters<ProfileHost['windows']>[0]): readonly TrackWindow[];
  details(params: { side: ComparedSide } & SliceId): Pick<SliceDetails, 'name' | 'record'>;
  neighbour(params: { side: ComparedSide } & Parameters<ProfileHost['neighbour']>[0]): ReturnType<ProfileHost['neighbour']>;
  sliceAt(params: { side: ComparedSide } & Parameters<ProfileHost['sliceAt']>[0]): ReturnType<ProfileHost['sliceAt']>;
  begun(params: { side: ComparedSide } & Run): readonly BegunDispatches[];
  /** Slices of one track; ordinals count from `from` on, those of the same record, or `byName` those of the same name. */
  occurrences(params: { side: ComparedSide; track: number; indices: readonly number[]; from: U64; byName: boolean }): Occurrences;
  figures(params: { question: ComparedQuestion }): ComparedAnswer;
  /** Samples of both; why there are none, in a sentence, where a profile was recorded without. */
  hotspots(params: undefined): HotspotsComparison | { readonly missing: string };
  /** Compares other profiles in this tab. */
  choose(params: KeptComparison): ComparedProfiles;
  /** Lets the user choose earlier runs of A's code; undefined when none was. */
  addEarlier(params: undefined): ComparedProfiles | undefined;
  /** Opens a profile, at a record where one is given. */
  openProfile(params: { path: string; record?: number }): void;
  /** Opens the capture that a side's profile was recorded of, at a record. */
  openRecord(params: { side: ComparedSide; record: number }): void;
  /** Opens both profiles in their editors, A above B. */
  openBoth(params: { record?: number }): void;
  copyText(params: { text: string }): void;
  save(params: { name: string; bytes: Uint8Array }): void;
  /** Writes what is compared as a page for people without the extension. */
  exportReport(params: undefined): void;
  /** The page has the keyboard, or has lost it. */
  focused(params: { focused: boolean }): void;
}

/** What the host tells the page. */
export interface ComparisonWebview {
  failed(params: Problem): void;
}
