/**
 * The conversation about one profile: what the profile editor draws, and what it asks for. The page knows nothing of the format: it gets
 * tracks, what lies on them within a window of time, and tables.
 *
 * Times are whole nanoseconds from the profile's first moment: exact, as U64 in parameters and as 64-bit numbers in arrays.
 */
import type { CodeStage, Hotspots, SampledChoice, SourceLine, StageChoice } from '../code/hotspots';
import type { Problem } from '../jobs/problem';
import type { FunctionChoice, ListingHost } from '../code/kernelCode';
import type { ProfileLaunches, RoofHost, RoofWebview } from '../measurement/roofline';
import type { U64 } from '../base/u64';

/** What a track shows, in the order in which tracks of a group stand. Decides height, colours and the words for what is on it. */
export type TrackClass = (typeof TRACK_CLASSES)[number];

/** TrackClass in native/core/profile/timeline/track.h. */
export const TRACK_CLASSES = [
  ...(['device', 'queue', 'host', 'memory', 'counters', 'metrics'] as const), // Groups.
  ...(['submissions', 'commandBuffers', 'dispatches', 'transfers', 'queueDevice', 'regions', 'scopes', 'worker', 'traces'] as const),
  ...(['liveBytes', 'counter', 'metric', 'memoryEvents'] as const),
] as const;

/** A row of the timeline; those of a group lie below it. */
export interface TrackInfo {
  /** From 1; the same for the same file. */
  readonly id: number;
  /** That of the group; 0 for none. A group comes before what is in it. */
  readonly parent: number;
  readonly kind: 'group' | 'slices' | 'counter' | 'instants';
  readonly class: TrackClass;
  readonly name: string;
  /** Slices that overlap lie in rows of their own; 1 where none do, and of everything else. */
  readonly lanes: number;
  /** Slices, samples or instants. */
  readonly count: number;
  /** The part of the profile's span that its slices cover, from 0 to 1. */
  readonly busy?: number;
  /** Of a counter: what its values are in ("bytes", "count", "hertz"), its least and its most. */
  readonly unit?: string;
  readonly least?: number;
  readonly most?: number;
  /** What is missing on it, in a sentence: events that no clock gives a time. */
  readonly note?: string;
}

/** What the profile is, as far as it has been read. */
export interface ProfileSummary {
  /** Everything has been read. Until then counts are of what is there so far. */
  readonly complete: boolean;
  /** From 0 to 1. */
  readonly read: number;
  readonly fileName: string;
  /** "1.6". */
  readonly format: string;
  /** Of the file's own: a newer minor version, chunks of unknown types. Sentences. */
  readonly notices: readonly string[];
  /** Why it ends early, with the place. */
  readonly torn?: Problem;
  readonly droppedRecords: U64;
  readonly truncatedChunks: U64;
  readonly devices: readonly string[];
  /** The host's clock at time 0, and nanoseconds to the last moment. */
  readonly origin: U64;
  readonly span: U64;
  readonly events: U64;
  readonly dispatches: U64;
  /** Nanoseconds of the span in which some dispatch was executed, and the sum over dispatches. */
  readonly dispatchActive: U64;
  readonly dispatchTotal: U64;
  readonly submissions: U64;
  readonly queues: number;
  readonly workers: number;
  /** Bytes that lived at most at a time, where memory was recorded. */
  readonly highWater?: U64;
  /** The capture that it was recorded of, where the profile says so: its path, and whether the file is there and still the same. */
  readonly capture?: {
    /** Where it is: where it was recorded, or where the user has said that it is. */
    readonly path: string;
    /** Where the profile says that it was, when that is known to be another place. */
    readonly recorded?: string;
    /** Size and time of change (nanoseconds since 1970) that it had then, where the profile says so. */
    readonly bytes?: U64;
    readonly modifiedNs?: U64;
    readonly state: 'same' | 'changed' | 'missing' | 'unchecked';
  };
  /** Why the replay that it was recorded of did not come to its end, and where, as the profile says. */
  readonly unfinished?: { readonly message: string; readonly record?: number };
  /** Milliseconds from opening to complete; absent before. */
  readonly milliseconds?: number;
}

/** A function, or another thing that slices are named after. Slices name it by its place in this list. */
export interface SliceName {
  readonly name: string;
  /** A function of an executable: coloured by rank. Other things are coloured by their track's class. */
  readonly isFunction: boolean;
  /** Nanoseconds of all slices of it on tracks of its own class, for its rank. */
  readonly total: U64;
}

/**
 * What lies on one track within the window, in order of time; in no more than two items a pixel of each lane. An item is one slice, or
 * several of a lane that begin within a pixel. Pixels lie at whole multiples of their width, and the window is rounded out to them. Of a counter: the least and most within a pixel. All arrays have an entry an item.
 */
export interface TrackWindow {
  readonly track: number;
  /** Nanoseconds. Of slices of no length the end is the start. */
  readonly starts: BigInt64Array;
  readonly ends: BigInt64Array;
  /** Where execution began of what waited first: the start where nothing waited. Only of submissions; else empty. */
  readonly readies: BigInt64Array;
  /** The slice, or the longest of several, by its place on the track. */
  readonly indices: Uint32Array;
  /** How many slices, samples or instants it stands for. */
  readonly counts: Uint32Array;
  /** How many of those match the search. */
  readonly matches: Uint32Array;
  /** Of slices: the name of the slice, or of the longest, by its place in the names. Of instants likewise. */
  readonly names: Uint32Array;
  readonly lanes: Uint8Array;
  /** Of slices: which part of the item's time is covered, from 0 to 1. */
  readonly covered: Float32Array;
  /** Of counters: the least, the most and the last value. Empty else. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly last: Float64Array;
}

/** A slice, sample or instant by its track and its place on that. */
export interface SliceId {
  readonly track: number;
  readonly index: number;
}

/** Events that questions report in rows of their own, by the name of such a row. */
export type EventKind = 'queue_event' | 'queue_device_event' | 'host_execution_event' | 'dispatch_event' | 'memory_event';

/** An event by its kind and some of its numbers, named as in the rows of the questions. */
export interface ProfileEvent {
  readonly kind: EventKind;
  readonly fields: Readonly<Record<string, U64>>;
}

/** What is drawn of an event, and where it comes from in the capture, as far as either is known. */
export interface EventPlace {
  readonly slice?: SliceId & { readonly start: U64; readonly end: U64 };
  readonly record?: number;
  readonly via?: number;
}

/** A piece of text that may lead somewhere. */
export interface ProfileSpan {
  readonly text: string;
  readonly slice?: SliceId;
  /** Record of the capture; `via` is the submission that executed a command. */
  readonly record?: number;
  readonly via?: number;
  readonly dim?: true;
}

export interface ProfileField {
  readonly name: string;
  readonly value: readonly ProfileSpan[];
}

export interface ProfileSection {
  readonly title: string;
  readonly note?: string;
  readonly fields: readonly ProfileField[];
}

/** Counts in `bins` equal parts from `least` to `most`, nanoseconds; what is beyond is in the last. */
export interface Histogram {
  readonly least: number;
  readonly most: number;
  readonly bins: readonly number[];
}

/** Everything about one slice. */
export interface SliceDetails {
  readonly slice: SliceId;
  /** "Dispatch, event 301". */
  readonly heading: string;
  readonly name: string;
  /** Its place among the names. */
  readonly nameIndex: number;
  readonly start: U64;
  readonly end: U64;
  /** Its numbers; where it comes from; on the workers; counters in it: sections in reading order, every field linked. */
  readonly sections: readonly ProfileSection[];
  /** Among the slices of its name on its track. Absent of what has none. */
  readonly place?: {
    readonly rank: number;
    readonly count: number;
    readonly medianNs: number;
    readonly histogram: Histogram;
  };
  /** The event with the numbers by which tables refer to it. Absent of what questions have no rows of. */
  readonly event?: ProfileEvent;
  /** The record of the event as `profile export` writes it, without the newline. */
  readonly raw: string;
  readonly record?: number;
  readonly via?: number;
}

/** From one slice to another. Times are where the arrow begins and ends. */
export interface Flow {
  readonly from: SliceId;
  readonly to: SliceId;
  readonly fromTime: U64;
  readonly toTime: U64;
  /** "submission", "semaphore", "read after write", "barrier", and so on. */
  readonly kind: string;
  /** Of the selection itself; else one step further. */
  readonly direct: boolean;
}

/** The longest way through what ran, as a path: steps in order of time. */
export interface CriticalPathSteps {
  /** Nanoseconds. */
  readonly length: U64;
  readonly tracks: Uint32Array;
  readonly indices: Uint32Array;
  readonly starts: BigInt64Array;
  readonly ends: BigInt64Array;
  /** Why there is none, in a sentence. */
  readonly absent?: string;
}

/** One row of times: a function, a record of it, or a launch. Nanoseconds. */
export interface TimeRow {
  readonly name: string;
  /** Place among the names. */
  readonly nameIndex: number;
  readonly count: number;
  readonly totalNs: number;
  readonly medianNs: number;
  /** Median of the distances from the median. */
  readonly madNs: number;
  readonly p95Ns: number;
  readonly leastNs: number;
  readonly mostNs: number;
  /** Of what the statistics say. */
  readonly share: number;
  /** Of the time of the workers that there are; absent where shares were not recorded. */
  readonly workersBusy?: number;
  /** Nanoseconds that workers idled within it, all together; likewise. */
  readonly idleNs?: number;
  readonly histogram: Histogram;
  /** The longest of it. */
  readonly longest: SliceId;
  readonly record?: number;
  readonly via?: number;
  /** Of a launch: grid, constants, binding sizes, in words. */
  readonly launch?: string;
}

/** What one executable did of a function. */
export interface ExecutableRow extends TimeRow {
  readonly executable: U64;
}

/** A function with what it is made of. Functions of the same code are one, whichever executables have them. */
export interface FunctionRow extends TimeRow {
  /** The first that has it. */
  readonly executable?: U64;
  readonly function?: number;
  /** Empty where one alone has it. */
  readonly executables: readonly ExecutableRow[];
  /** The first 1,000 of each. */
  readonly records: readonly TimeRow[];
  readonly launches: readonly TimeRow[];
}

/** What lies within a range, or in the whole profile. */
export interface RangeStatistics {
  readonly from: U64;
  readonly to: U64;
  /** The whole range, or where more than half of it is idle, the time in which dispatches are executed. */
  readonly shareOf: 'range' | 'dispatches';
  readonly functions: readonly FunctionRow[];
  /** Nanoseconds of the range in which no dispatch was executed. */
  readonly idle: U64;
}

/** A frame of a flame graph, in the order of a depth-first walk. */
export interface FlameFrame {
  readonly name: string;
  readonly nameIndex?: number;
  readonly depth: number;
  readonly totalNs: number;
  readonly selfNs: number;
  readonly count: number;
}

/** One of the causes that explain where the time went, the largest first. */
export interface Cause {
  /** "function", "imbalance", "wait", "gap", "memory", "dropped". */
  readonly kind: string;
  /** One sentence, with its numbers. */
  readonly sentence: readonly ProfileSpan[];
  /** Nanoseconds that it costs, of the span; 0 where it is not a time. */
  readonly costNs: number;
  /** Where to look: what is shown when it is chosen. */
  readonly evidence: readonly ProfileSpan[];
}

/** Questions whose rows are tables of the page: as `ireereplay profile QUESTION --format=jsonl` answers, parsed. */
export type TableQuestion = 'queue' | 'memory' | 'executable' | 'command' | 'counter';

/** Rows of a table; the cells are IREE's fields. */
export interface QuestionRows {
  /** At most 10,000 of each type; `more` says how many were left out of a million. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly more: number;
}

/** Outcome of a query. */
export interface ProfileSearch {
  readonly query: string;
  readonly matches: U64;
  /** The query's own mistake: a sentence and the characters [start, end) it speaks of. */
  readonly error?: { readonly message: string; readonly start: number; readonly end: number };
}

/** What the page is drawn with at once. */
export interface ProfileStart {
  /** What `saveState` kept, or null. */
  readonly state: unknown;
  readonly editor: string;
  /** As it is shown: with the version, where there is one. */
  readonly fileName: string;
  /** Where it is not what lies on disk: "HEAD", "index", or where it comes from. */
  readonly version?: string;
  readonly trusted: boolean;
  readonly summary?: ProfileSummary;
  readonly tracks: readonly TrackInfo[];
  readonly names: readonly SliceName[];
  /** Why the file cannot be opened at all. */
  readonly failure?: Problem;
  readonly changedOnDisk: boolean;
}

/** What the timeline asks, of a profile or of another tool's trace. */
export interface TimelineHost {
  /** What lies on the tracks within [from, to), `pixels` wide. Only the latest call matters: an earlier one may be cancelled. */
  windows(params: { tracks: readonly number[]; from: U64; to: U64; pixels: number }): readonly TrackWindow[];
  details(params: SliceId): SliceDetails;
  /** Flows to and from a slice, and one step further. */
  flows(params: SliceId): readonly Flow[];
  /** The slice of the same track that is `by` places away, or of another track the one nearest in time; undefined at the ends. */
  neighbour(params: SliceId & { by: number; toTrack?: number }): (SliceId & { start: U64; end: U64 }) | undefined;
  /** The slice of a track at a time, or the nearest to it; undefined where the track is empty. */
  sliceAt(params: { track: number; lane: number; time: U64 }): (SliceId & { start: U64; end: U64 }) | undefined;
  /** Sets the query; windows that are asked for afterwards count its matches. */
  search(params: { query: string }): ProfileSearch;
  /** The next (1) or previous (-1) match on the tracks from a time on; undefined where there is none. `ordinal` counts from 1. */
  nextMatch(params: {
    from: SliceId | undefined;
    time: U64;
    direction: 1 | -1;
    tracks: readonly number[];
  }): (SliceId & { start: U64; end: U64; ordinal: U64 }) | undefined;
}

/** What the page asks the host. */
export interface ProfileHost extends TimelineHost, ListingHost<FunctionChoice>, RoofHost {
  /** The first call of a page; `kept` is the state that it has itself, if any. */
  start(params: { kept: unknown }): ProfileStart;
  criticalPath(params: undefined): CriticalPathSteps;
  /** Slices that a record of the capture made, in order of time, at most 1,000. */
  slicesOfRecord(params: { record: number }): readonly (SliceId & { start: U64; end: U64 })[];
  /** The first event, in the order of the file, that has those numbers. */
  eventPlace(params: ProfileEvent): EventPlace;
  statistics(params: { from: U64; to: U64 }): RangeStatistics;
  flame(params: { from: U64; to: U64; leftHeavy: boolean }): readonly FlameFrame[];
  explain(params: undefined): readonly Cause[];
  table(params: { question: TableQuestion }): QuestionRows;
  hotspots(params: undefined): Hotspots;
  /** The row of an instruction in the listing of a function; null where it is not in it. */
  instructionRow(params: FunctionChoice & { readonly instruction: U64 }): number | null;
  /** What dispatches take and bind, to be held against the roof of this machine. */
  launches(params: undefined): ProfileLaunches;
  /** All of them, those that there are and those that there are not. */
  stages(params: SampledChoice): readonly StageChoice[];
  /** Keeps what must survive closing the tab and reloading the window. */
  saveState(params: { state: unknown }): void;
  /** The page has the keyboard, or has lost it. */
  focused(params: { focused: boolean }): void;
  /** Tells what commands of menus and keyboard act on. */
  selected(params: { slice: SliceId | undefined; record: number | undefined }): void;
  /** Does something that lives in the host. */
  run(params: {
    command: ProfileCommand;
    record?: number;
    via?: number;
    text?: string;
    name?: string;
    place?: SourceLine;
    stage?: CodeStage;
    kernel?: SampledChoice;
  }): void;
}

/** Commands that the page forwards. */
export type ProfileCommand =
  | 'openRecord'
  | 'openCapture'
  | 'chooseCapture'
  | 'benchmark'
  | 'sampleHotspots'
  | 'substitute'
  | 'showSource'
  | 'showDisassembly'
  | 'showStage'
  | 'compare'
  | 'exportTable'
  | 'exportTimeline'
  | 'copyText'
  | 'reload'
  | 'openAsText'
  | 'showOutput';

/** What a command of the palette, the title bar or a context menu asks the page to do. */
export type ProfileAction =
  | { readonly action: 'focusSearch' | 'nextMatch' | 'previousMatch' | 'zoomToSelection' | 'showAll' | 'showHotspots' }
  | { readonly action: 'goToRecord'; readonly record: number };

/** What the host tells the page. */
export interface ProfileWebview extends RoofWebview {
  /**
   * More has been read: tracks and names replace what was there. Ids of tracks and places of names stay; a slice's place on its track may
   * be another, until all is read.
   */
  changed(params: { summary: ProfileSummary; tracks: readonly TrackInfo[]; names: readonly SliceName[] }): void;
  failed(params: Problem): void;
  changedOnDisk(params: undefined): void;
  /** The document was opened again: everything that was fetched is void. */
  reopened(params: undefined): void;
  invoke(params: ProfileAction): void;
}
