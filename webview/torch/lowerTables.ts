/** The table that is shown under the timeline, made anew where what it is of has changed. */
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';
import type { GridTable, GridView } from '../widgets/gridRows';
import type { Context } from './context';
import { kernelTable } from './tables/kernelRows';
import { operationTable, shapeTable } from './tables/operationRows';
import { firstOpen, treeTable } from './tables/treeRows';
import type { LowerTab } from './viewState';

export const TITLES: Readonly<Record<LowerTab, string>> = {
  operations: 'Operations',
  shapes: 'By Inputs',
  kernels: 'Kernels',
  tree: 'Tree',
};

const MAKERS: Readonly<Record<LowerTab, (trace: TorchTraceInfo) => GridTable>> = {
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
  const made = new Map<LowerTab, GridTable>();
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
      if (trace === undefined) return undefined;
      if (trace !== of) made.clear();
      of = trace;
      const { lowerTab, sorting: all, filters, open: kept } = model.view;
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

/** What a row is about: the name by which the timeline finds it. */
export function nameOfRow(
  { tables, trace }: { readonly tables: LowerTab; readonly trace: TorchTraceInfo },
  key: string,
): string | undefined {
  const { byOperation, byShape, byKernel, tree } = trace;
  const { rows } = { operations: byOperation, shapes: byShape, kernels: byKernel, tree }[tables];
  return rows[Number(key)]?.name;
}
