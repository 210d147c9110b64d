/** Everything the capture editor draws from. One object, owned by the app; parts read it, only actions change it. */
import type {
  CaptureOverview,
  CaptureSummary,
  Environment,
  Preflight,
  Problem,
  RecordDetails,
  SearchState,
  ViewMode,
} from '../../protocol/capture/capture';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import type { RecordRun, TimesSource } from '../../protocol/capture/recordTimes';
import type { Replay } from '../../protocol/replay/replay';
import type { FieldRange } from './fieldRanges';
import type { FunctionShares, FunctionTimes } from './functionShares';
import type { ShortNames } from '../widgets/shortNames';
import type { ViewState } from './viewState';

/** Parts of the page that are drawn on their own. */
export const REGIONS = ['health', 'toolbar', 'chosen', 'notices', 'result', 'preflight', 'tree', 'stripe', 'details'] as const;
export type Region = (typeof REGIONS)[number];

/** Lists that open from words of the health line. */
export type HealthList = 'scopes' | 'executables' | 'files' | 'notices';

export interface Model {
  environment: Environment;
  summary: CaptureSummary | undefined;
  /** How its functions' names are shortened. */
  names: ShortNames;
  /** What is in it; undefined until that has been read, or with the reason why it could not be. */
  overview: CaptureOverview | undefined;
  overviewProblem: string | undefined;
  /** What the last whole run took, of what its functions are ranked by. */
  times: FunctionTimes | undefined;
  shares: FunctionShares | undefined;
  /** The run that times of rows are from; undefined where none are known. */
  timesSource: TimesSource | undefined;
  /** What is known from it of the record that is shown. */
  lastRun: { readonly key: string; readonly run: RecordRun } | undefined;
  indexing: { readonly fraction: number; readonly records: number } | undefined;
  failure: Problem | undefined;
  replay: Replay;
  /** What was found last: it stays while that is looked for anew. */
  preflight: Preflight;
  /** The device on which problems are looked for anew. */
  checking: string | undefined;
  /** What would take problems away; undefined while it is tried. */
  offers: readonly OfferedRemedy[] | undefined;
  changedOnDisk: boolean;
  /** What is kept over reloads. */
  view: ViewState;
  /** Key of the row where the keyboard starts while nothing is selected, where it is in view: the work. */
  start: string | undefined;
  search: SearchState | undefined;
  /** Which match is current, from 1. */
  ordinal: number | undefined;
  details: RecordDetails | undefined;
  detailsProblem: string | undefined;
  field: FieldRange | undefined;
  openList: HealthList | undefined;
  resultOpen: boolean;
  preflightOpen: boolean;
  /** Index into the preflight's problems. */
  problem: number;
  /** Something that the user asked for failed: said once, until dismissed. */
  complaint: string | undefined;
}

export const VIEW_MODES: readonly { readonly mode: ViewMode; readonly label: string; readonly title: string }[] = [
  { mode: 'tree', label: 'Tree', title: 'Scopes, submissions, and what they execute' },
  { mode: 'objects', label: 'Objects', title: 'By object: what created, used and released it' },
  { mode: 'flat', label: 'Flat', title: 'Every record in file order' },
];
