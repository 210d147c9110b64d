/** Everything the profile editor draws from. One object, owned by the app; parts read it, only actions change it. */
import type { Hotspots, SampledChoice, StageChoice } from '../../protocol/hotspots';
import type {
  Cause,
  CriticalPathSteps,
  FlameFrame,
  Flow,
  ProfileHost,
  ProfileSearch,
  ProfileSummary,
  QuestionRows,
  RangeStatistics,
  SliceDetails,
  SliceId,
  SliceName,
  TableQuestion,
  TrackInfo,
} from '../../protocol/profile';
import type { Problem } from '../../protocol/capture';
import type { KnownRoof, ProfileLaunches } from '../../protocol/roofline';
import type { Calls } from '../../protocol/rpc';
import type { Latest } from '../widgets/latest';
import type { RooflinePlot } from '../widgets/roofline/rooflinePlot';
import type { ShortNames } from '../widgets/shortNames';
import type { Actions } from './actions';
import type { HotspotCode } from './hotspots/hotspotCode';
import type { Timeline, TimelineSelection } from './timeline/timeline';
import type { ViewState } from './viewState';

/** Parts of the page that are drawn on their own. */
export const REGIONS = ['header', 'toolbar', 'notices', 'details', 'lower'] as const;
export type Region = (typeof REGIONS)[number];

/** Lists that open from the toolbar or the header. */
export type OpenList = 'tracks' | 'export' | 'notices' | 'more';

export interface Model {
  editor: string;
  trusted: boolean;
  fileName: string;
  summary: ProfileSummary | undefined;
  tracks: readonly TrackInfo[];
  names: readonly SliceName[];
  shortNames: ShortNames;
  failure: Problem | undefined;
  changedOnDisk: boolean;
  /** What is kept over reloads. */
  view: ViewState;
  selection: TimelineSelection | undefined;
  search: ProfileSearch | undefined;
  /** Which match is current, from 1, as decimal digits. */
  ordinal: string | undefined;
  /** The match from which the next one is looked for. */
  match: SliceId | undefined;
  openList: OpenList | undefined;
  /** What the list of tracks is filtered by. */
  trackFilter: string;
  /** Key of the row that is marked in each table, by the table's name. */
  rows: Readonly<Record<string, string>>;
  /** The row of a question's table that was chosen last, until something else is selected. */
  questionRow: { readonly table: string; readonly key: string } | undefined;
  /** Place in the flame graph of the frame that takes its whole width. */
  flameRoot: number | undefined;
  /** The same in the flame graph of samples. */
  sampledRoot: number | undefined;
  /** Something that the user asked for failed: said once, until dismissed. */
  complaint: string | undefined;
}

/** A part of the profile's time in decimal digits; undefined stands for all of it. */
export type AskedRange = { readonly from: string; readonly to: string } | undefined;

/** What the page has asked of the host, each by the latest question. */
export interface Asked {
  readonly details: Latest<SliceId, SliceDetails>;
  readonly flows: Latest<SliceId, readonly Flow[]>;
  /** Of everything, for the table when nothing is selected. */
  readonly whole: Latest<null, RangeStatistics>;
  /** Of the selected range. */
  readonly range: Latest<{ readonly from: string; readonly to: string }, RangeStatistics>;
  readonly causes: Latest<null, readonly Cause[]>;
  readonly path: Latest<null, CriticalPathSteps>;
  readonly hotspots: Latest<null, Hotspots>;
  readonly launches: Latest<null, ProfileLaunches>;
  readonly roof: Latest<null, KnownRoof>;
  /** Of the kernel that the marked row is in. */
  readonly stages: Latest<SampledChoice, readonly StageChoice[]>;
  readonly flame: Latest<{ readonly from: string; readonly to: string; readonly leftHeavy: boolean }, readonly FlameFrame[]>;
  readonly questions: Readonly<Record<TableQuestion, Latest<null, QuestionRows>>>;
}

/** What every part of the page is drawn with. */
export interface Context {
  readonly model: Model;
  readonly host: Calls<ProfileHost>;
  readonly asked: Asked;
  readonly timeline: Timeline;
  /** The machine code of hotspots. */
  readonly code: HotspotCode;
  readonly roofline: RooflinePlot;
  readonly actions: Actions;
  readonly redraw: (...regions: Region[]) => void;
}

/** The selected slice; undefined when a range or nothing is selected. */
export function selectedSlice({ selection }: Model): SliceId | undefined {
  return selection?.kind === 'slice' ? selection.slice : undefined;
}

/** The selected range in decimal digits; of a slice there is none. */
export function selectedRange({ selection }: Model): AskedRange {
  return selection?.kind === 'range' ? { from: String(selection.range.from), to: String(selection.range.to) } : undefined;
}

/** The details of the selected slice, when they have come. */
export function shownDetails({ model, asked }: Pick<Context, 'model' | 'asked'>): SliceDetails | undefined {
  const slice = selectedSlice(model);
  const { value } = asked.details;
  return slice !== undefined && value?.slice.track === slice.track && value.slice.index === slice.index ? value : undefined;
}
