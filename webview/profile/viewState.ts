/** What the editor keeps when its tab is hidden, closed, or the window reloads. */
import { isRecord } from '../../protocol/base/isRecord';
import type { SliceId, TableQuestion } from '../../protocol/profile/profile';
import type { GridSorting } from '../widgets/gridRows';
import { keptEntries, keptNumber, keptText } from '../widgets/keptValues';
import type { TimelineState } from './timeline/timeline';

export type DetailsTab = 'slice' | 'flows' | 'raw';
export type LowerTab = 'explain' | 'dispatches' | TableQuestion | 'hotspots' | 'roof' | 'flame';
/** What a function opens into. */
export const GROUPS_BY = ['records', 'launches', 'executables'] as const;
export type GroupBy = (typeof GROUPS_BY)[number];

/** How samples are shown. */
export type HotspotsAs = (typeof HOTSPOTS_AS)[number];
export const HOTSPOTS_AS = ['table', 'code', 'graph'] as const;

/** Times as decimal digits: JSON holds no 64 bits. */
export type KeptSelection = { readonly slice: SliceId } | { readonly from: string; readonly to: string };

export interface ViewState {
  readonly query: string;
  readonly detailsTab: DetailsTab;
  readonly lowerTab: LowerTab;
  readonly groupBy: GroupBy;
  readonly leftHeavy: boolean;
  /** The flame graph is shown as a table. */
  readonly flameTable: boolean;
  readonly hotspotsAs: HotspotsAs;
  /** What stands against the roof is shown as a table. */
  readonly roofTable: boolean;
  readonly selection: KeptSelection | undefined;
  /** By the tables' names. */
  readonly sorting: Readonly<Record<string, GridSorting>>;
  readonly filters: Readonly<Record<string, string>>;
  /** Which kind of rows a question shows, by the question. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Keys of open rows. */
  readonly open: readonly string[];
  readonly timeline: TimelineState;
  /** Sizes in pixels that the user gave. */
  readonly detailsWidth: number | undefined;
  readonly detailsHeight: number | undefined;
  readonly lowerHeight: number | undefined;
}

export const INITIAL_VIEW: ViewState = {
  query: '',
  detailsTab: 'slice',
  lowerTab: 'explain',
  groupBy: 'records',
  leftHeavy: false,
  flameTable: false,
  hotspotsAs: 'table',
  roofTable: false,
  selection: undefined,
  sorting: {},
  filters: {},
  kinds: {},
  open: [],
  timeline: {},
  detailsWidth: undefined,
  detailsHeight: undefined,
  lowerHeight: undefined,
};

export const DETAILS_TABS = ['slice', 'flows', 'raw'] as const satisfies readonly DetailsTab[];
export const LOWER_TABS = [
  ...(['explain', 'dispatches', 'queue', 'memory', 'executable', 'command', 'counter'] as const),
  ...(['hotspots', 'roof', 'flame'] as const satisfies readonly LowerTab[]),
] as const;
/** Keys of open rows that are kept. */
const MOST_OPEN = 200;

const index = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);

function selection(kept: unknown): KeptSelection | undefined {
  if (!isRecord(kept)) return undefined;
  const { slice, from, to } = kept;
  if (isRecord(slice)) {
    const [track, at] = [index(slice['track']), index(slice['index'])];
    return track === undefined || at === undefined ? undefined : { slice: { track, index: at } };
  }
  const time = /^\d{1,19}$/;
  return typeof from === 'string' && typeof to === 'string' && time.test(from) && time.test(to) ? { from, to } : undefined;
}

const sorting = (kept: unknown): GridSorting | undefined => {
  const column = isRecord(kept) ? keptText(kept['column']) : undefined;
  return column === undefined ? undefined : { column, down: isRecord(kept) && kept['down'] === true };
};

/** Reads kept state, whatever an older or newer version left there: what does not fit is as at first. */
export function readViewState(kept: unknown): ViewState {
  if (!isRecord(kept)) return INITIAL_VIEW;
  return {
    query: keptText(kept['query']) ?? '',
    detailsTab: DETAILS_TABS.find((tab) => tab === kept['detailsTab']) ?? 'slice',
    lowerTab: LOWER_TABS.find((tab) => tab === kept['lowerTab']) ?? 'explain',
    groupBy: GROUPS_BY.find((one) => one === kept['groupBy']) ?? 'records',
    leftHeavy: kept['leftHeavy'] === true,
    flameTable: kept['flameTable'] === true,
    hotspotsAs: HOTSPOTS_AS.find((one) => one === kept['hotspotsAs']) ?? 'table',
    roofTable: kept['roofTable'] === true,
    selection: selection(kept['selection']),
    sorting: keptEntries(kept['sorting'], sorting),
    filters: keptEntries(kept['filters'], keptText),
    kinds: keptEntries(kept['kinds'], keptText),
    open: Array.isArray(kept['open']) ? kept['open'].filter((key) => typeof key === 'string').slice(-MOST_OPEN) : [],
    timeline: isRecord(kept['timeline']) ? kept['timeline'] : {},
    detailsWidth: keptNumber(kept['detailsWidth']),
    detailsHeight: keptNumber(kept['detailsHeight']),
    lowerHeight: keptNumber(kept['lowerHeight']),
  };
}
