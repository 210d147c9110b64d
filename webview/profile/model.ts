/** Everything the profile editor draws from. One object, owned by the app; parts read it, only actions change it. */
import type { ProfileSearch, ProfileSummary, SliceId, SliceName, TrackInfo } from '../../protocol/profile/profile';
import type { Problem } from '../../protocol/capture/capture';
import type { ShortNames } from '../widgets/shortNames';
import type { TimelineSelection } from './timeline/timeline';
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
  version: string | undefined;
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

/** The selected slice; undefined when a range or nothing is selected. */
export function selectedSlice({ selection }: Pick<Model, 'selection'>): SliceId | undefined {
  return selection?.kind === 'slice' ? selection.slice : undefined;
}

/** The selected range in decimal digits; of a slice there is none. */
export function selectedRange({ selection }: Pick<Model, 'selection'>): AskedRange {
  return selection?.kind === 'range' ? { from: String(selection.range.from), to: String(selection.range.to) } : undefined;
}
