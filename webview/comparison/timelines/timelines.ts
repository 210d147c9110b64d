/** Both timelines above each other, as the rest of the page sees them. */
import type { ComparisonHost } from '../../../protocol/profile/profileComparison';
import type { Calls } from '../../../protocol/base/rpc';

/** A dispatch that the user has chosen. */
export interface ChosenDispatch {
  readonly name: string;
  readonly record?: number;
}

export interface TimelinesOptions {
  readonly host: Calls<ComparisonHost>;
  /** False in a report, from which no profile can be opened. */
  readonly inEditor: boolean;
  /** The user has chosen a dispatch on the canvas or in its table. */
  readonly chosen: (dispatch: ChosenDispatch) => void;
  /** Opens the profile of a side, at a record where one is known. */
  readonly open: (side: 'a' | 'b', record: number | undefined) => void;
  readonly announce: (sentence: string) => void;
  readonly failed: (error: unknown) => void;
}

export interface Timelines {
  /** Its place in the page is the page's matter. */
  readonly element: HTMLElement;
  /** Other profiles are compared now: reads them. `ranks` are of functions, the longest first. */
  load(ranks: ReadonlyMap<string, number>): void;
  /** Marks the dispatches of a function. */
  mark(name: string | undefined): void;
  /** Draws again, for its room may be another. */
  redraw(): void;
}
