/** The conversation about one measured run: what its view shows, and what it asks the host for. */
import type { ContentChanges } from './contentChanges';
import type { EngineJobs, EngineState } from '../processes/engine';
import type { ReplaySettings } from '../replay/replay';
import type { KnownRoof, RoofHost, RoofWebview } from '../measurement/roofline';
import type { RunOptions } from '../replay/run';
import type { TimedApart } from './separateRuns';

/** Jobs of the engine whose runs are kept. A `run` is one that records a profile. */
export type MeasuredJob = 'benchmark' | 'verify' | 'substitute' | 'bisect' | 'run';

/** How the run of a job replays. */
export function replayOf(options: EngineJobs[MeasuredJob]['options']): RunOptions {
  return 'run' in options ? options.run : options;
}

/** The options with another replay in them. */
export function withReplay<Job extends MeasuredJob>(options: EngineJobs[Job]['options'], replay: RunOptions): EngineJobs[Job]['options'] {
  if ('run' in options) return { ...options, run: replay };
  const { profiling } = options;
  return profiling === undefined ? replay : { ...replay, profiling };
}

/** A run of one job, from its start on. */
export interface RunOf<Job extends MeasuredJob> {
  readonly job: Job;
  /** Unique in the workspace. */
  readonly id: string;
  /** Path of the capture. */
  readonly capture: string;
  /** What it is about: "scope execute", "mul.so for executable 4". */
  readonly subject: string;
  /** ISO 8601. */
  readonly started: string;
  readonly settings: ReplaySettings;
  readonly options: EngineJobs[Job]['options'];
  /** `idle` while it waits for the runs before it. */
  readonly state: EngineState<Job>;
  /** What does the same in a terminal. */
  readonly commandLine: string;
}

export type MeasuredRun = { readonly [Job in MeasuredJob]: RunOf<Job> }[MeasuredJob];

/** A row of an earlier benchmark of the same capture in the same way, or a part of one. */
export interface HistoryPoint extends TimedApart {
  readonly run: string;
  /** ISO 8601. */
  readonly date: string;
  /** BenchmarkRow.name, or that of a part of its breakdown (partNames). */
  readonly name: string;
  /** Of the latest point of a name. */
  readonly samples?: Float64Array;
}

/** Everything that the view needs to draw. */
export interface ShownRun {
  readonly run: MeasuredRun;
  /** Earlier runs, oldest first. */
  readonly history: readonly HistoryPoint[];
  /** What it executes that the run before did not, where both were broken down. */
  readonly changes?: ContentChanges;
  /** The run's candidate is built, verified and timed again at each save. */
  readonly onSave: boolean;
  /** The run that this one, B, is compared with, A, where the user has asked for that. */
  readonly compared?: MeasuredRun;
  /** Then also its history, and the runs that may be A and B, the latest first. */
  readonly comparedHistory?: readonly HistoryPoint[];
  readonly choices?: readonly RunChoice[];
  /** In a report, what is known of the roof of the machine; an editor's page asks for it. */
  readonly roof?: KnownRoof;
}

/** A run to choose. */
export interface RunChoice {
  readonly id: string;
  /** What came of it, of what and when. */
  readonly words: string;
}

/** In place of a run that was removed, or has given way to later ones. */
export interface GoneRun {
  /** Why there is nothing to show, one sentence. */
  readonly gone: string;
}

/** What the view's state tells the host when the window has been loaded again: ids of runs. */
export interface KeptPanel {
  readonly run: string;
  readonly compared?: string;
}

/** What the view asks the host. */
export interface ResultsHost extends RoofHost {
  start(params: undefined): ShownRun | GoneRun;
  /** The page has the keyboard, or has lost it. */
  focused(params: { readonly focused: boolean }): void;
  /** Shows the record in the capture's editor. */
  openRecord(params: { readonly record: number; readonly via?: number }): void;
  /** Asks for a file, and makes a capture of this dispatch alone. */
  extractDispatch(params: { readonly record: number; readonly via?: number }): void;
  /** Asks for a series of builds of its kernel, or of versions of IREE, and looks for the first that is not as the good one. */
  bisect(params: { readonly record: number; readonly via?: number }): void;
  /** Opens a source where its build says something. Line and column count from 1. */
  openSource(params: { readonly file: string; readonly line: number; readonly column: number }): void;
  /** Runs it again as a new run. */
  repeat(params: undefined): void;
  cancel(params: undefined): void;
  /** Opens the profile that the run has recorded. */
  openProfile(params: undefined): void;
  /** Asks for another run, and shows both side by side. */
  compare(params: undefined): void;
  /** Shows these two side by side in place of those that are: ids of runs. */
  compareRuns(params: { readonly a: string; readonly b: string }): void;
  /** Asks for another candidate, or another series, and runs with it. */
  chooseCandidate(params: undefined): void;
  /** Asks how results are to be compared, and runs it again so. */
  changeComparison(params: undefined): void;
  /** Runs it again with this grid, "FUNCTION=X,Y,Z", in place of the recorded one. */
  tryWorkgroupCount(params: { readonly workgroupCount: string }): void;
  /** Runs a benchmark again, and records where its time goes. */
  breakDown(params: undefined): void;
  /** Begins or ends substituting at each save. */
  toggleOnSave(params: undefined): void;
  /** Asks for the program that builds the run's source, keeps it as the setting that was missing, and runs it again. */
  pickCompiler(params: undefined): void;
  /** Shows the setting that names it. */
  openCompilerSetting(params: undefined): void;
  copyText(params: { readonly text: string }): void;
  /** Asks for a file, and writes what is shown there as a page that opens in any browser. */
  exportReport(params: undefined): void;
  /** Asks where, and writes the file there. */
  save(params: { readonly name: string; readonly bytes: Uint8Array }): void;
  showOutput(params: undefined): void;
}

/** What the host tells the view. */
export interface ResultsWebview extends RoofWebview {
  changed(params: ShownRun | GoneRun): void;
}
