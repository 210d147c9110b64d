/** The table that is shown under the timeline, made anew where what it is of has changed. */
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';
import type { GridTable, GridView } from '../widgets/gridRows';
import type { Context } from './context';
import { kernelTable } from './tables/kernelRows';
import { operationTable, shapeTable } from './tables/operationRows';
import { firstOpen, treeTable } from './tables/treeRows';
import type { LowerTab } from './viewState';

/** The tabs with a table. */
export type TableTab = Exclude<LowerTab, 'explain'>;
export const isTable = (tab: LowerTab): tab is TableTab => tab !== 'explain';

export const TITLES: Readonly<Record<LowerTab, string>> = {
  explain: 'Explain',
  operations: 'Operations',
  shapes: 'By Inputs',
  kernels: 'Kernels',
  tree: 'Tree',
};

const MAKERS: Readonly<Record<TableTab, (trace: TorchTraceInfo) => GridTable>> = {
  operations: operationTable,
  shapes: shapeTable,
  kernels: kernelTable,
  tree: treeTable,
};

export interface LowerTable {
  readonly table: GridTable;
  readonly view: GridView;
}

export interface LowerTables {
  /** Undefined until the trace has been told. */
  current(): LowerTable | undefined;
  /** Keys of the rows of the tree that are open. */
  open(): readonly string[];
}

export function createLowerTables(context: () => Pick<Context, 'model' | 'asked'>): LowerTables {
  const made = new Map<TableTab, GridTable>();
  let of: TorchTraceInfo | undefined;
  let shown: { readonly inputs: readonly unknown[]; readonly view: GridView } | undefined;
  const open = (): readonly string[] => {
    const { model, asked } = context();
    return model.view.open ?? (asked.trace.value === undefined ? [] : firstOpen(asked.trace.value));
  };
  return {
    open,
    current() {
      const { model, asked } = context();
      const trace = asked.trace.value;
      const { lowerTab } = model.view;
      if (trace === undefined || !isTable(lowerTab)) return undefined;
      if (trace !== of) made.clear();
      of = trace;
      const { sorting: all, filters, open: kept } = model.view;
      const table = made.get(lowerTab) ?? MAKERS[lowerTab](trace);
      made.set(lowerTab, table);
      const [sorting, filter] = [all[table.name], filters[table.name] ?? ''];
      const inputs = [trace, table, sorting, filter, kept];
      if (shown === undefined || inputs.some((input, i) => input !== shown?.inputs[i]))
        shown = { inputs, view: { ...(sorting === undefined ? {} : { sorting }), filter, open: new Set(open()) } };
      return { table, view: shown.view };
    },
  };
}

/** The rows of the core's answer that a table is of. */
export const answerOf = (
  tab: TableTab,
  { byOperation, byShape, byKernel, tree }: TorchTraceInfo,
): TorchTraceInfo[keyof Pick<TorchTraceInfo, 'byOperation' | 'byShape' | 'byKernel' | 'tree'>] =>
  ({ operations: byOperation, shapes: byShape, kernels: byKernel, tree })[tab];

/** What a row is about: the name by which the timeline finds it. */
export const nameOfRow = (tab: TableTab, trace: TorchTraceInfo, key: string): string | undefined =>
  answerOf(tab, trace).rows[Number(key)]?.name;
