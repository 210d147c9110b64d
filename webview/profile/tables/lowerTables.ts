/** The table that the chosen lower tab shows, with how the user left it. */
import type { TableQuestion } from '../../../protocol/profile';
import type { GridTable, GridView } from '../../widgets/gridRows';
import { recordLink } from '../links';
import { selectedRange, shownDetails, type Context } from '../model';
import { dispatchTable } from './dispatchTable';
import { flameTable } from '../flame/flameTable';
import { kindsThere, questionTable } from './questionTable';

export interface LowerTable {
  readonly table: GridTable;
  readonly view: GridView;
}

/** Makes tables again only when what they show is another: 10,000 rows are not made for every frame. */
export interface LowerTables {
  /** Undefined where the tab shows none, or it has not come yet. */
  readonly current: () => LowerTable | undefined;
}

export function createLowerTables(context: () => Context): LowerTables {
  let tableOf: { readonly inputs: readonly unknown[]; readonly table: GridTable } | undefined;
  let viewOf: { readonly inputs: readonly unknown[]; readonly view: GridView } | undefined;
  const same = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
    a?.length === b.length && a.every((one, i) => Object.is(one, b[i]));
  const remember = (inputs: readonly unknown[], make: () => GridTable): GridTable => {
    if (tableOf === undefined || !same(tableOf.inputs, inputs)) tableOf = { inputs, table: make() };
    return tableOf.table;
  };

  const table = (): GridTable | undefined => {
    const now = context();
    const { model, asked, timeline } = now;
    const { lowerTab, groupBy } = model.view;
    if (lowerTab === 'explain') return undefined;
    if (lowerTab === 'dispatches') {
      const range = selectedRange(model);
      const statistics = range === undefined ? asked.whole.value : asked.range.value;
      if (statistics === undefined) return undefined;
      const shown = shownDetails(now);
      const selected =
        shown === undefined ? undefined : { nameIndex: shown.nameIndex, ns: Number(BigInt(shown.end) - BigInt(shown.start)) };
      return remember(['dispatches', statistics, groupBy, range === undefined, shown, model.names, timeline.colourBy], () =>
        dispatchTable(statistics, {
          groupBy,
          names: model.shortNames,
          colourOf: (index) => timeline.colourOf(index),
          recordLink: (record, via) => recordLink(now, record, via, true),
          ofRange: range !== undefined,
          selected,
        }),
      );
    }
    if (lowerTab === 'flame') {
      const frames = model.view.flameTable ? asked.flame.value : undefined;
      return frames === undefined ? undefined : remember(['flame', frames], () => flameTable(frames, model.shortNames));
    }
    return question(now, lowerTab);
  };
  const question = ({ model, asked }: Context, name: TableQuestion): GridTable | undefined => {
    const rows = asked.questions[name].value;
    if (rows === undefined) return undefined;
    const kinds = kindsThere(name, rows);
    const kind = (kinds.find(({ kind: one }) => one.types[0] === model.view.kinds[name]) ?? kinds[0])?.kind;
    return kind === undefined ? undefined : remember([name, rows, kind], () => questionTable(name, rows, kind));
  };

  return {
    current() {
      const shown = table();
      if (shown === undefined) return undefined;
      const { sorting: all, filters, open } = context().model.view;
      const [sorting, filter] = [all[shown.name], filters[shown.name] ?? ''];
      const inputs = [sorting, filter, open];
      if (viewOf === undefined || !same(viewOf.inputs, inputs))
        viewOf = { inputs, view: { ...(sorting === undefined ? {} : { sorting }), filter, open: new Set(open) } };
      return { table: shown, view: viewOf.view };
    },
  };
}
