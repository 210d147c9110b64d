/** Brings a view back to how the user left it. Only a whole index knows all the nodes that were open and all that matched. */
import type { CaptureHost } from '../../protocol/capture/capture';
import type { Row, RowPage } from '../../protocol/capture/recordRows';
import type { Calls } from '../../protocol/base/rpc';
import type { RowCache } from '../widgets/rowCache';
import type { Actions } from './actions';
import type { Model } from './model';
import { ROW_HEIGHT } from './recordTree';
import type { ViewState } from './viewState';

/** What is brought back. */
export interface Restored {
  readonly model: Pick<Model, 'start' | 'view'>;
  readonly host: Pick<Calls<CaptureHost>, 'expandedKeys' | 'openAtWork' | 'reveal' | 'setExpanded'>;
  readonly rows: Pick<RowCache<Row, RowPage>, 'invalidate'>;
  readonly actions: Pick<Actions, 'search' | 'select'>;
  /** The list: how far it is scrolled, in pixels. */
  readonly list: { top: number; readonly rowsPerPage: number };
  readonly fetchAround: (row: number) => Promise<void>;
}

/** Every step may take long: who has begun to look around meanwhile is left where that led to. */
export async function restoreView(
  { model, host, rows, actions, list, fetchAround }: Restored,
  { expanded, selection, top }: ViewState,
): Promise<void> {
  const began = list.top;
  const isUntouched = (): boolean => model.view.selection === selection;

  const restoreExpansion = async (keys: readonly string[]): Promise<void> => {
    const kept = new Set(keys);
    const now = await host.expandedKeys();
    const closed = now.filter((key) => !kept.has(key));
    const opened = keys.filter((key) => !now.includes(key));
    if (closed.length > 0) await host.setExpanded({ keys: closed, expanded: false, deep: false, start: 0, count: 0 });
    if (opened.length > 0) await host.setExpanded({ keys: opened, expanded: true, deep: false, start: 0, count: 0 });
  };
  const restoreSelection = async (key: string): Promise<void> => {
    const place = await host.reveal({ key });
    rows.invalidate();
    if (place.row >= 0) await fetchAround(place.row);
    if (!isUntouched()) return;
    model.view = { ...model.view, selection: undefined };
    await actions.select(place.row < 0 ? key : place.key, place.row);
  };

  // Who has opened and closed nothing yet finds the work open, and at first in view.
  const work = expanded === undefined ? await host.openAtWork() : undefined;
  model.start = work?.key;
  if (expanded !== undefined) await restoreExpansion(expanded);
  await actions.search();
  rows.invalidate();
  // What leads to it stays above it where both have room.
  const far = work !== undefined && work.row >= list.rowsPerPage / 2;
  const first = far && top === 0 && selection === undefined ? work.row * ROW_HEIGHT : top;
  await fetchAround(Math.floor(first / ROW_HEIGHT));
  if (isUntouched() && list.top === began) list.top = first;
  if (selection !== undefined && isUntouched()) await restoreSelection(selection);
}
