/** Brings rows for the first time, and again when the index has grown; with all of it the view is as the user left it. */
import { unpackRows, type PackedRowPage } from '../../protocol/capture/packedRows';
import type { Context } from './context';
import type { RecordTree } from './recordTree';
import { restoreView } from './restoreView';

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
  const { model, host, rows } = context;
  let shown = false;
  let restored = false;

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
      await restoreView({ ...context, list: tree.rows, fetchAround }, view);
    }
    brought();
  };
}
