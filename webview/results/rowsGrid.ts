/** The table of a benchmark on its page: one element for as long as the page lives, which keeps its place and the keyboard. */
import { createGrid } from '../widgets/gridTable';
import type { GridTable, GridView } from '../widgets/gridRows';
import { findRow, type TableRow } from './benchmarkRows';
import { benchmarkGrid, type BenchmarkGridOptions } from './benchmarkGrid';

/** With room for the distribution of a row. */
const ROW_HEIGHT = 24;
/** What a table has besides its rows: the header, and a scrollbar where it is wider than its room. */
const AROUND = 34;

export interface RowsGridActions {
  readonly select: (key: string) => void;
  readonly toggle: (key: string, open: boolean) => void;
  readonly sort: (table: string, column: number) => void;
  readonly openRecord: (record: number, via: number | undefined) => void;
}

export interface RowsGrid {
  /** The rows that `make` gives, with their table: made again only for another `of`. */
  made(of: unknown, make: () => readonly TableRow[], options: () => BenchmarkGridOptions): MadeRows;
  /** The element, with the table drawn in it. */
  draw(table: GridTable, view: GridView, selected: string | undefined): HTMLElement;
}

interface MadeRows {
  readonly rows: readonly TableRow[];
  readonly table: GridTable;
}

export function createRowsGrid({ select, toggle, sort, openRecord }: RowsGridActions): RowsGrid {
  let last: (MadeRows & { readonly of: unknown }) | undefined;
  let shown: string | undefined;
  const element = document.createElement('div');
  element.id = 'rows';
  const grid = createGrid({
    element,
    rowHeight: ROW_HEIGHT,
    chosen: select,
    opened: (key) => {
      const row = findRow(last?.rows ?? [], key)?.row;
      if (row?.record !== undefined) openRecord(row.record, row.via);
    },
    toggled: toggle,
    sorted: (name) => {
      const column = last?.table.columns.findIndex((one) => one.name === name) ?? -1;
      if (column !== -1) sort('rows', column);
    },
  });
  return {
    made(of, make, options) {
      if (last !== undefined && last.of === of) return last;
      const rows = make();
      last = { of, rows, table: benchmarkGrid(rows, options()) };
      return last;
    },
    draw(table, view, selected) {
      grid.show(table, view, selected);
      element.style.setProperty('--content', `${String(grid.counts.rows * ROW_HEIGHT + AROUND)}px`);
      // A choice that was kept is brought into view once.
      if (selected !== undefined && shown === undefined) grid.reveal(selected);
      shown = selected;
      return element;
    },
  };
}
