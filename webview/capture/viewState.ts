/** What the editor keeps when its tab is hidden, closed, or the window reloads. */
import type { ViewMode } from '../../protocol/capture/capture';
import { isRecord } from '../../protocol/base/isRecord';
import { keptEntries, keptNumber, keptText } from '../widgets/keptValues';
import type { ShareOf } from './times/shareOf';

/** Of the details. */
export type DetailsTab = 'problem' | 'record' | 'buffers' | 'disassembly' | 'source' | 'executions' | 'hex' | 'json';

export interface ViewState {
  readonly mode: ViewMode;
  readonly query: string;
  readonly filter: boolean;
  readonly tab: DetailsTab;
  /** Key of the selected node. */
  readonly selection: string | undefined;
  /** Keys of expanded nodes. */
  readonly expanded: readonly string[] | undefined;
  /** Scroll position in pixels. */
  readonly top: number;
  /** Widths in pixels that the user gave columns, by column name. */
  readonly columns: Readonly<Record<string, number>>;
  /** Size of the details in pixels, beside and below the list. */
  readonly detailsWidth: number | undefined;
  readonly detailsHeight: number | undefined;
  /** Fields that are zero, empty or none are shown, too. */
  readonly showAll: boolean;
  /** Every function is listed in the overview, not the first alone. */
  readonly wholeOverview: boolean;
  /** The submission whose execution of a command buffer is shown, by the record that creates the command buffer. */
  readonly executions: Readonly<Record<string, number>>;
  /** What shares of time are of. */
  readonly shareOf: ShareOf;
  /** The scope that is replayed, measured and profiled; all of the capture without. */
  readonly scope: string | undefined;
}

export const INITIAL_VIEW: ViewState = {
  mode: 'tree',
  query: '',
  filter: false,
  tab: 'record',
  selection: undefined,
  expanded: undefined,
  top: 0,
  columns: {},
  detailsWidth: undefined,
  detailsHeight: undefined,
  showAll: false,
  wholeOverview: false,
  executions: {},
  shareOf: 'parent',
  scope: undefined,
};

const MODES: readonly unknown[] = ['tree', 'objects', 'flat'] satisfies ViewMode[];
const TABS: readonly unknown[] = [
  ...(['problem', 'record', 'buffers', 'disassembly', 'source'] as const),
  ...(['executions', 'hex', 'json'] as const),
] satisfies DetailsTab[];

/** Reads kept state, whatever an older or newer version left there: what does not fit is as at first. */
export function readViewState(kept: unknown): ViewState {
  if (!isRecord(kept)) return INITIAL_VIEW;
  return {
    mode: MODES.includes(kept['mode']) ? (kept['mode'] as ViewMode) : 'tree',
    query: keptText(kept['query']) ?? '',
    filter: kept['filter'] === true,
    tab: TABS.includes(kept['tab']) ? (kept['tab'] as DetailsTab) : 'record',
    selection: keptText(kept['selection']),
    expanded: Array.isArray(kept['expanded']) ? kept['expanded'].filter((key) => typeof key === 'string') : undefined,
    top: Math.max(0, keptNumber(kept['top']) ?? 0),
    columns: keptEntries(kept['columns'], keptNumber),
    detailsWidth: keptNumber(kept['detailsWidth']),
    detailsHeight: keptNumber(kept['detailsHeight']),
    showAll: kept['showAll'] === true,
    wholeOverview: kept['wholeOverview'] === true,
    executions: keptEntries(kept['executions'], keptNumber),
    shareOf: kept['shareOf'] === 'scope' ? 'scope' : 'parent',
    scope: keptText(kept['scope']),
  };
}
