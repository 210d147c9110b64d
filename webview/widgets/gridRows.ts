/** The rows of a table as they are shown: filtered, sorted, and those below an open one behind it. */
import type { TemplateResult } from 'lit-html';
import { tableFilter } from './tableFilter';
import type { Cell, Column, Table } from './tables';

export interface GridColumn extends Column {
  /** By which a filter, a kept sorting and a test know it. */
  readonly name: string;
  /** In the grid's template: "104px", "minmax(180px, 1fr)". Of a column that goes by what is in it the least, in pixels. */
  readonly width: string;
  /** As wide as its longest text: numbers always, names where there is room, before columns with a part of what is left. */
  readonly fits?: 'numbers' | 'names';
  readonly numeric?: boolean;
  /** It is drawn alone: not sorted by. */
  readonly unsorted?: true;
}

export interface GridCell extends Cell {
  /** In place of the text. */
  readonly draw?: () => TemplateResult | string;
  /** What it then reads, if that is not the text. */
  readonly drawn?: string;
  /** From 0 to 1: how much it costs among those of its column. */
  readonly heat?: number;
}

export interface GridRow {
  /** The same for the same thing whenever the table is made again. */
  readonly key: string;
  readonly cells: readonly GridCell[];
  readonly children?: readonly GridRow[];
}

export interface GridTable {
  readonly name: string;
  /** For who does not see what it stands under. */
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Why there are no rows. */
  readonly empty: string;
  /** Sums at the bottom, under the columns. */
  readonly foot?: TemplateResult;
}

export interface GridSorting {
  readonly column: string;
  readonly down: boolean;
}

/** How the user left a table. */
export interface GridView {
  readonly sorting?: GridSorting;
  readonly filter: string;
  /** Keys of open rows. */
  readonly open: ReadonlySet<string>;
}

export interface ShownRow {
  readonly row: GridRow;
  /** 1 of a row on its own, 2 of one below it, and so on. */
  readonly level: number;
  readonly expanded: boolean | undefined;
}

/** Rows with a cell that the filter finds, or with one below them. */
export function shownRows(
  { columns, rows }: Pick<GridTable, 'columns' | 'rows'>,
  { sorting, filter, open }: GridView,
): readonly ShownRow[] {
  const holds = tableFilter(filter, columns);
  const at = columns.findIndex(({ name }) => name === sorting?.column);
  const sorted = (list: readonly GridRow[]): readonly GridRow[] =>
    at === -1 ? list : list.toSorted((a, b) => order(a.cells[at], b.cells[at]) * (sorting?.down === true ? -1 : 1));
  const isFound = ({ cells, children = [] }: GridRow): boolean => holds(cells) || children.some(isFound);
  /** `whole`: something above was found itself, and with it all that is below. */
  const shown = (list: readonly GridRow[], level: number, whole: boolean): readonly ShownRow[] =>
    sorted(whole ? list : list.filter(isFound)).flatMap((row): readonly ShownRow[] => {
      const { key, cells, children = [] } = row;
      if (children.length === 0) return [{ row, level, expanded: undefined }];
      const expanded = open.has(key);
      return [{ row, level, expanded }, ...(expanded ? shown(children, level + 1, whole || holds(cells)) : [])];
    });
  return shown(rows, 1, false);
}

/** Numbers by size, with those that are missing last; texts as a reader orders them. */
function order(a: GridCell | undefined, b: GridCell | undefined): number {
  if (a?.value !== undefined && b?.value !== undefined) return a.value - b.value;
  if (a?.value !== undefined || b?.value !== undefined) return a?.value === undefined ? -1 : 1;
  return (a?.text ?? '').localeCompare(b?.text ?? '', undefined, { numeric: true });
}

/** As a table to export: the rows that are shown, those below others included. */
export function exportedTable(table: GridTable, view: GridView): Table {
  return { name: table.name, columns: table.columns, rows: shownRows(table, view).map(({ row }) => row.cells) };
}
