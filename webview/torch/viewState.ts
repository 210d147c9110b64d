/** What the page keeps when its tab is hidden, closed, or the window reloads. */
import { isRecord } from '../../protocol/base/isRecord';
import type { SliceId } from '../../protocol/profile/profile';
import type { TimelineState } from '../profile/timeline/timeline';
import type { GridSorting } from '../widgets/gridRows';
import { keptEntries, keptNumber, keptText } from '../widgets/keptValues';

/** Under the timeline. */
export const LOWER_TABS = ['explain', 'operations', 'shapes', 'kernels', 'tree'] as const;
export type LowerTab = (typeof LOWER_TABS)[number];

export const DETAILS_TABS = ['slice', 'flows'] as const;
export type DetailsTab = (typeof DETAILS_TABS)[number];

export interface ViewState {
  readonly query: string;
  readonly detailsTab: DetailsTab;
  readonly lowerTab: LowerTab;
  readonly slice: SliceId | undefined;
  /** By the tables' names. */
  readonly sorting: Readonly<Record<string, GridSorting>>;
  readonly filters: Readonly<Record<string, string>>;
  /** Keys of rows of the tree that are open; undefined before the user has opened or closed any. */
  readonly open: readonly string[] | undefined;
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
  slice: undefined,
  sorting: {},
  filters: {},
  open: undefined,
  timeline: {},
  detailsWidth: undefined,
  detailsHeight: undefined,
  lowerHeight: undefined,
};

/** Keys of open rows that are kept. */
const MOST_OPEN = 500;

const index = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);

function sliceOf(kept: unknown): SliceId | undefined {
  if (!isRecord(kept)) return undefined;
  const [track, at] = [index(kept['track']), index(kept['index'])];
  return track === undefined || at === undefined ? undefined : { track, index: at };
}

const sortingOf = (kept: unknown): GridSorting | undefined => {
  const column = isRecord(kept) ? keptText(kept['column']) : undefined;
  return column === undefined ? undefined : { column, down: isRecord(kept) && kept['down'] === true };
};

/** Reads kept state, whatever an older or newer version left there: what does not fit is as at first. */
export function readViewState(kept: unknown): ViewState {
  if (!isRecord(kept)) return INITIAL_VIEW;
  const { open } = kept;
  return {
    query: keptText(kept['query']) ?? '',
    detailsTab: DETAILS_TABS.find((tab) => tab === kept['detailsTab']) ?? 'slice',
    lowerTab: LOWER_TABS.find((tab) => tab === kept['lowerTab']) ?? 'explain',
    slice: sliceOf(kept['slice']),
    sorting: keptEntries(kept['sorting'], sortingOf),
    filters: keptEntries(kept['filters'], keptText),
    open: Array.isArray(open) ? open.filter((key) => typeof key === 'string').slice(-MOST_OPEN) : undefined,
    timeline: isRecord(kept['timeline']) ? kept['timeline'] : {},
    detailsWidth: keptNumber(kept['detailsWidth']),
    detailsHeight: keptNumber(kept['detailsHeight']),
    lowerHeight: keptNumber(kept['lowerHeight']),
  };
}
