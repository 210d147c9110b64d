/** Brings rows for the first time, restoring how the user left the view, and again when the index has grown. */
import { unpackRows, type PackedRowPage } from '../../protocol/packedRows';
import type { Context } from './model';
import { ROW_HEIGHT, type RecordTree } from './recordTree';
import type { ViewState } from './viewState';

/** Rows fetched at once: more than a screen of them. */
export const PAGE_ROWS = 128;

/**
 * Calls with `again` true start over, for another document; `first` are rows that are here already. `brought` is called
 * when rows are there.
 */
export function createRowBringer(
  context: Context,
  tree: RecordTree,
  fetchAround: (row: number) => Promise<void>,
  brought: () => void,
): (again: boolean, first?: PackedRowPage) => Promise<void> {
  const { model, host, rows, actions } = context;
  let shown = false;
  let restored = false;

  const restoreExpansion = async (expanded: readonly string[]): Promise<void> => {
    const kept = new Set(expanded);
    const now = await host.expandedKeys();
    const closed = now.filter((key) => !kept.has(key));
    const opened = expanded.filter((key) => !now.includes(key));
    if (closed.length > 0) await host.setExpanded({ keys: closed, expanded: false, deep: false, start: 0, count: 0 });
    if (opened.length > 0) await host.setExpanded({ keys: opened, expanded: true, deep: false, start: 0, count: 0 });
  };
  const restoreSelection = async (key: string): Promise<void> => {
    const place = await host.reveal({ key });
    rows.invalidate();
    if (place.row >= 0) await fetchAround(place.row);
    model.view = { ...model.view, selection: undefined };
    await actions.select(place.row < 0 ? key : place.key, place.row);
  };
  /** Only a whole index knows all the nodes that were open and all that matched. */
  const restore = async ({ expanded, selection, top }: ViewState): Promise<void> => {
    // Who has opened and closed nothing yet finds the work open, and at first in view.
    const work = expanded === undefined ? await host.openAtWork() : undefined;
    model.start = work?.key;
    if (expanded !== undefined) await restoreExpansion(expanded);
    await actions.search();
    rows.invalidate();
    // What leads to it stays above it where both have room.
    const far = work !== undefined && work.row >= tree.rows.rowsPerPage / 2;
    const first = far && top === 0 && selection === undefined ? work.row * ROW_HEIGHT : top;
    await fetchAround(Math.floor(first / ROW_HEIGHT));
    // Who has begun to look around meanwhile is left alone.
    if (model.view.selection === selection) tree.rows.top = first;
    if (selection !== undefined) await restoreSelection(selection);
  };

  return async (again, first) => {
    if (again) shown = restored = false;
    const { summary, view } = model;
    if (summary === undefined) return;
    rows.invalidate();
    if (!shown) {
      shown = true;
      rows.accept(unpackRows(first ?? (await host.setMode({ mode: view.mode, start: 0, count: PAGE_ROWS }))));
      brought();
    }
    if (summary.complete && !restored) {
      restored = true;
      await restore(view);
    }
    brought();
  };
}
