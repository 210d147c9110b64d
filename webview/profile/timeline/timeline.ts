/** The timeline as the rest of the page sees it. It draws tracks on a canvas, asks the host for what is in view, and says what is chosen. */
import type { CriticalPathSteps, ProfileSummary, SliceId, SliceName, TimelineHost, TrackInfo } from '../../../protocol/profile/profile';
import type { Calls } from '../../../protocol/base/rpc';

/** A part of the profile's time, nanoseconds from its first moment. */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint;
}

export type TimelineSelection =
  | { readonly kind: 'slice'; readonly slice: SliceId; readonly range: TimeRange }
  | { readonly kind: 'range'; readonly range: TimeRange };

export type ColourBy = 'function' | 'queue' | 'worker' | 'duration';

/** A place in time that the user marked. */
export interface Marker {
  readonly time: bigint;
  readonly note: string;
}

/** What is kept over reloads, and in the workspace. JSON, with times as decimal strings; what does not fit is ignored. */
export type TimelineState = Readonly<Record<string, unknown>>;

/** What the timeline is of, as a whole. */
export interface TimelineSummary extends Pick<ProfileSummary, 'complete' | 'span'> {
  /** How much there is, in words. */
  readonly amount: string;
}

export interface TimelineOptions {
  /** Taken over: overview, ruler, labels, canvas and scrollbar are drawn into it. */
  readonly element: HTMLElement;
  readonly host: Calls<TimelineHost>;
  /** The longest way through what ran; without it there is none to show. */
  readonly criticalPath?: (signal: AbortSignal) => Promise<CriticalPathSteps>;
  /** What is selected has changed, by the user. */
  selected(selection: TimelineSelection | undefined): void;
  /** What is in view, pinned, collapsed, marked or coloured has changed: keep `state` soon, and draw what tells of it. */
  changed(): void;
  /** Something that the user asked for failed. */
  failed(error: unknown): void;
  /** Says to screen readers what the keyboard is on. */
  announce(sentence: string): void;
}

export interface Timeline {
  /** More has been read, or other things are known. */
  setProfile(summary: TimelineSummary, tracks: readonly TrackInfo[], names: readonly SliceName[]): void;
  /** CSS colour of a name: the same in tables and legends. */
  colourOf(nameIndex: number): string;
  /** Selects without telling; `reveal` brings it into view. */
  select(selection: TimelineSelection | undefined, reveal: boolean): void;
  readonly selection: TimelineSelection | undefined;
  readonly view: TimeRange;
  /** Shows a part of time; the views before stay in a history. */
  zoomTo(range: TimeRange): void;
  zoomToSelection(): void;
  showAll(): void;
  /** Through the history of views. */
  back(): void;
  forward(): void;
  zoomBy(factor: number): void;
  readonly colourBy: ColourBy;
  setColourBy(by: ColourBy): void;
  readonly flows: boolean;
  setFlows(shown: boolean): void;
  readonly criticalPath: boolean;
  setCriticalPath(shown: boolean): void;
  /** Tracks, for the list that shows and hides them. */
  readonly shownTracks: ReadonlySet<number>;
  setShown(track: number, shown: boolean): void;
  /** Only tracks whose names hold this text; groups of those. */
  setTrackFilter(text: string): void;
  /** Tracks in the order in which they stand, pinned ones first: where matches are looked for. */
  readonly visibleTracks: readonly number[];
  /** The search has changed: what is drawn is asked for again. While `searching`, what does not match is dimmed. */
  refresh(searching?: boolean): void;
  readonly state: TimelineState;
  restore(state: TimelineState): void;
  focus(): void;
  /** Draws again: colours of the theme, or the size. */
  redraw(): void;
  /** Milliseconds of own work in each of the last frames, the newest last; for the bench. */
  readonly frames: readonly number[];
  dispose(): void;
}
