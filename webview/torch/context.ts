/** What every part of the page is drawn with, and calls. */
import type { Calls } from '../../protocol/base/rpc';
import type { Problem } from '../../protocol/capture/capture';
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';
import type { TorchTimelineSummary, TorchTraceHost } from '../../protocol/neighbour/torchPages';
import type { Cause, Flow, ProfileSearch, SliceDetails, SliceId, TrackInfo } from '../../protocol/profile/profile';
import type { Actions as ProfileActions } from '../profile/actions';
import type { OpenList } from '../profile/model';
import type { ColourBy, Timeline, TimelineSelection } from '../profile/timeline/timeline';
import type { Latest } from '../widgets/latest';
import type { DetailsTab, LowerTab, ViewState } from './viewState';

/** Parts of the page that are drawn on their own. */
export const REGIONS = ['header', 'toolbar', 'notices', 'details', 'lower'] as const;
export type Region = (typeof REGIONS)[number];

/** Everything the page draws from. One object, owned by the app; parts read it, only actions change it. */
export interface Model {
  file: string;
  name: string;
  /** Undefined until the trace has been read. */
  summary: (TorchTimelineSummary & { readonly complete: true }) | undefined;
  tracks: readonly TrackInfo[];
  failure: Problem | undefined;
  changedOnDisk: boolean;
  view: ViewState;
  selection: TimelineSelection | undefined;
  search: ProfileSearch | undefined;
  ordinal: string | undefined;
  match: SliceId | undefined;
  openList: OpenList | undefined;
  trackFilter: string;
  /** Key of the row that is marked in each table, by the table's name. */
  rows: Readonly<Record<string, string>>;
  /** Something that the user asked for failed: said once, until dismissed. */
  complaint: string | undefined;
}

/** What the page has asked of the host, each by the latest question. */
export interface Asked {
  /** What is in the trace, with its tables. */
  readonly trace: Latest<null, TorchTraceInfo>;
  readonly causes: Latest<null, readonly Cause[]>;
  readonly details: Latest<SliceId, SliceDetails>;
  readonly flows: Latest<SliceId, readonly Flow[]>;
}

type TimelineActions = Pick<
  ProfileActions,
  | 'follow'
  | 'goToSlice'
  | 'selected'
  | 'step'
  | 'zoomToSelection'
  | 'setQuery'
  | 'nextMatch'
  | 'setTrackShown'
  | 'setTrackFilter'
  | 'setSize'
  | 'toggleList'
  | 'dismissComplaint'
  | 'focusTimeline'
  | 'focusSearch'
  | 'closeLists'
>;

/** What can be done on the page. Parts of it call these; nothing else changes the model. */
export interface Actions extends TimelineActions {
  setDetailsTab(tab: DetailsTab): void;
  setLowerTab(tab: LowerTab): void;
  sort(table: string, column: string): void;
  filter(table: string, text: string): void;
  toggleRow(key: string, open: boolean): void;
  chooseRow(table: string, key: string): void;
  /** Finds what a row is about on the timeline: its name is the query then. */
  findName(name: string): Promise<void>;
  setColour(by: ColourBy): void;
  setFlows(shown: boolean): void;
  exportTable(): void;
  /** The description of the operation of the marked row, as torch ops gives it. */
  copyDescription(): void;
  /** The command that shows what is marked, or what is shown. */
  copyCommandLine(): void;
  run(command: 'reload' | 'openAsText' | 'showOutput'): void;
}

export interface Context {
  readonly model: Model;
  readonly host: Calls<TorchTraceHost>;
  readonly asked: Asked;
  readonly timeline: Timeline;
  readonly actions: Actions;
  readonly redraw: (...regions: Region[]) => void;
}
