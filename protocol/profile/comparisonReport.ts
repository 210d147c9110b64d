/** What a report of a comparison has in it: the answers to all that its page asks. */
import type { HotspotsComparison } from '../code/hotspotsComparison';
import type { TrackWindow } from './profile';
import type {
  BegunDispatches,
  ComparedAnswer,
  ComparedProfiles,
  ComparedQuestion,
  ComparedSamples,
  ComparedTimelines,
  Occurrences,
} from './profileComparison';

/** Why something is not there, in a sentence. */
export interface Missing {
  readonly missing: string;
}

/** The dispatches of a track within the runs that are shown, in order of time. */
export interface ReportedTrack {
  readonly window: TrackWindow;
  /** Of each item of the window. */
  readonly occurrences: Occurrences;
}

/** What is drawn of one profile. */
export interface ReportedTimeline {
  readonly tracks: readonly ReportedTrack[];
  /** Of each run that is shown. */
  readonly begun: readonly (readonly BegunDispatches[])[];
}

export interface ReportedTimelines {
  readonly timelines: ComparedTimelines;
  readonly a: ReportedTimeline;
  readonly b: ReportedTimeline;
}

export interface ReportedSamples extends ComparedSamples {
  readonly key: string;
  readonly record?: number;
}

export interface ReportedComparison {
  readonly compared: ComparedProfiles;
  /** Of functions, then of records; some records may be left out. */
  readonly samples: readonly ReportedSamples[];
  readonly figures: Readonly<Record<ComparedQuestion, ComparedAnswer | Missing>>;
  readonly hotspots: HotspotsComparison | Missing;
  readonly timelines: ReportedTimelines | Missing;
}
