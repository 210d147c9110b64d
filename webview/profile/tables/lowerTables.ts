/** The table that the chosen lower tab shows, with how the user left it. */
import type { ProfileEvent, QuestionRows, TableQuestion } from '../../../protocol/profile/profile';
import type { GridTable, GridView } from '../../widgets/gridRows';
import { rooflineTable } from '../../widgets/roofline/rooflineTable';
import { recordLink } from '../links';
import { selectedRange } from '../model';
import { shownDetails } from '../asked';
import type { Context } from '../context';
import { dispatchTable } from './dispatchTable';
import { flameTable } from '../flame/flameTable';
import { hotspotTable } from '../hotspots/hotspotTable';
import { roofSubjects, threadsOf } from '../roof/roofSubjects';
import type { RowKind } from './questionKinds';
import { kindsThere, questionTable, rowsOfKind } from './questionTable';
import { isAbout } from './rowEvents';

export interface LowerTable {
  readonly table: GridTable;
  readonly view: GridView;
  /** Of a question: the rows that the table's are made of, in the same order. */
  readonly rows?: QuestionRows['rows'];
}

/** The row of a question with that key; undefined in other tables. */
export function questionRow(shown: LowerTable | undefined, key: string): QuestionRows['rows'][number] | undefined {
  const at = shown?.rows === undefined ? -1 : shown.table.rows.findIndex((row) => row.key === key);
  return at === -1 ? undefined : shown?.rows?.[at];
}

/** The key of the first row of a question that is about an event. */
export function rowAbout({ table, rows }: LowerTable, event: ProfileEvent): string | undefined {
  const at = rows?.findIndex((row) => isAbout(row, event)) ?? -1;
  return at === -1 ? undefined : table.rows[at]?.key;
}

/** Makes tables again only when what they show is another: 10,000 rows are not made for every frame. */
export interface LowerTables {
  /** Undefined where the tab shows none, or it has not come yet. */
  readonly current: () => LowerTable | undefined;
}

export function createLowerTables(context: () => Context): LowerTables {
  interface Made {
    readonly table: GridTable;
    readonly rows?: QuestionRows['rows'];
  }
  let tableOf: { readonly inputs: readonly unknown[]; readonly made: Made } | undefined;
  let viewOf: { readonly inputs: readonly unknown[]; readonly view: GridView } | undefined;
  const same = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
    a?.length === b.length && a.every((one, i) => Object.is(one, b[i]));
  const remember = (inputs: readonly unknown[], make: () => Made): Made => {
    if (tableOf === undefined || !same(tableOf.inputs, inputs)) tableOf = { inputs, made: make() };
    return tableOf.made;
  };

  const table = (): Made | undefined => {
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
      return remember(['dispatches', statistics, groupBy, range === undefined, shown, model.names, timeline.colourBy], () => ({
        table: dispatchTable(statistics, {
          groupBy,
          names: model.shortNames,
          colourOf: (index) => timeline.colourOf(index),
          recordLink: (record, via) => recordLink(now, record, via, true),
          ofRange: range !== undefined,
          selected,
        }),
      }));
    }
    if (lowerTab === 'flame') {
      const frames = model.view.flameTable ? asked.flame.value : undefined;
      return frames === undefined ? undefined : remember(['flame', frames], () => ({ table: flameTable(frames, model.shortNames) }));
    }
    if (lowerTab === 'hotspots') {
      const hotspots = model.view.hotspotsAs !== 'table' || asked.hotspots.value?.samples === 0 ? undefined : asked.hotspots.value;
      if (hotspots === undefined) return undefined;
      return remember(['hotspots', hotspots, model.shortNames], () => ({ table: hotspotTable(hotspots, model.shortNames) }));
    }
    if (lowerTab === 'roof') {
      const { roof: known, launches } = asked;
      if (!model.view.roofTable || known.value === undefined || launches.value === undefined) return undefined;
      const { value } = known;
      const { value: told } = launches;
      const { roof } = value;
      if (roof === undefined) return undefined;
      return remember(['roof', value, told, model.shortNames], () => ({
        table: rooflineTable(roof, threadsOf(told), roofSubjects(now, told, value.given), model.shortNames),
      }));
    }
    return question(now, lowerTab);
  };
  const question = ({ model, asked }: Context, name: TableQuestion): Made | undefined => {
    const answer = asked.questions[name].value;
    if (answer === undefined) return undefined;
    const kinds = kindsThere(name, answer);
    const kind: RowKind | undefined = (kinds.find(({ kind: one }) => one.types[0] === model.view.kinds[name]) ?? kinds[0])?.kind;
    if (kind === undefined) return undefined;
    return remember([name, answer, kind], () => ({ table: questionTable(name, answer, kind), rows: rowsOfKind(answer, kind) }));
  };

  return {
    current() {
      const made = table();
      if (made === undefined) return undefined;
      const { table: shown } = made;
      const { sorting: all, filters, open } = context().model.view;
      const [sorting, filter] = [all[shown.name], filters[shown.name] ?? ''];
      const inputs = [sorting, filter, open];
      if (viewOf === undefined || !same(viewOf.inputs, inputs))
        viewOf = { inputs, view: { ...(sorting === undefined ? {} : { sorting }), filter, open: new Set(open) } };
      return { ...made, view: viewOf.view };
    },
  };
}
