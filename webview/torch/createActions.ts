/** What the buttons, keys and rows of the page do. */
import type { TorchOperationChoice } from '../../protocol/neighbour/torchPages';
import { shellWord } from '../../protocol/words/shellWords';
import { selectedSlice } from '../profile/model';
import { createTimelineActions } from '../profile/timelineActions';
import { exportedTable } from '../widgets/gridRows';
import { csv } from '../widgets/tables';
import type { Actions, Context } from './context';
import { isTable, nameOfRow, type LowerTables } from './lowerTables';
import type { ViewState } from './viewState';

/** What the actions need of the page. */
export interface Page {
  /** Keeps the view state soon. */
  keep(): void;
  focus(part: 'timeline' | 'search'): void;
  readonly tables: LowerTables;
  announce(sentence: string): void;
}

export function createActions(context: Omit<Context, 'actions'>, page: Page, complain: (error: unknown) => void): Actions {
  const { model, host, asked, timeline, redraw } = context;
  const change = (changed: Partial<ViewState>): void => {
    model.view = { ...model.view, ...changed };
    page.keep();
  };
  const trying = (work: Promise<unknown>): void => void work.catch(complain);
  const along = createTimelineActions({
    ...{ model, host, timeline, announce: (sentence) => page.announce(sentence), complain },
    setQuery: (query) => change({ query }),
    selected: (selection) => actions.selected(selection),
    redraw: () => redraw('toolbar'),
  });
  /** The operation of the marked row. */
  const markedOperation = (): TorchOperationChoice | undefined => {
    const { lowerTab } = model.view;
    const key = model.rows[lowerTab];
    const trace = asked.trace.value;
    if (key === undefined || trace === undefined) return undefined;
    if (lowerTab === 'operations') {
      const row = trace.byOperation.rows[Number(key)];
      return row === undefined ? undefined : { name: row.name };
    }
    return lowerTab === 'shapes' ? trace.byShape.rows[Number(key)] : undefined;
  };
  const commandLine = (): string => {
    const { lowerTab } = model.view;
    const file = shellWord(model.file);
    const operation = markedOperation();
    if (operation !== undefined) return `ireereplay torch ops ${shellWord(`--filter=${operation.name}`)} ${file}`;
    return `ireereplay torch info --by=${{ explain: 'operation', operations: 'operation', shapes: 'shape', kernels: 'kernel', tree: 'tree' }[lowerTab]} ${file}`;
  };

  const actions: Actions = {
    ...along,
    follow({ slice }) {
      if (slice !== undefined) trying(along.goToSlice(slice));
    },
    selected(selection) {
      model.selection = selection;
      model.match = undefined;
      along.leave();
      const slice = selectedSlice(model);
      change({ slice });
      if (slice !== undefined) {
        asked.details.want(slice);
        asked.flows.want(slice);
      }
      redraw('details', 'toolbar');
    },
    setDetailsTab(detailsTab) {
      change({ detailsTab });
      redraw('details');
    },
    setLowerTab(lowerTab) {
      change({ lowerTab });
      redraw('lower');
    },
    sort(table, column) {
      const now = model.view.sorting[table];
      change({ sorting: { ...model.view.sorting, [table]: { column, down: now?.column === column ? !now.down : true } } });
      redraw('lower');
    },
    filter(table, text) {
      change({ filters: { ...model.view.filters, [table]: text } });
      redraw('lower');
    },
    toggleRow(key, open) {
      const now = page.tables.open();
      change({ open: open ? [...now, key] : now.filter((one) => one !== key) });
      redraw('lower');
    },
    chooseRow(table, key) {
      model.rows = { ...model.rows, [table]: key };
      redraw('lower');
    },
    async findName(name) {
      // What the language of queries takes for its own is looked for as anything.
      along.setQuery(`name:"${name.replaceAll('"', '?')}"`);
      await along.nextMatch(1).catch(complain);
    },
    setColour(by) {
      timeline.setColourBy(by);
      redraw('toolbar', 'details');
    },
    setFlows(shown) {
      timeline.setFlows(shown);
      redraw('toolbar');
    },
    setTrackShown(track, shown) {
      timeline.setShown(track, shown);
      redraw('toolbar');
    },
    setTrackFilter(text) {
      model.trackFilter = text;
      timeline.setTrackFilter(text);
      redraw('toolbar');
    },
    setSize(size) {
      change(size);
      redraw();
    },
    toggleList(list) {
      model.openList = model.openList === list ? undefined : list;
      redraw('toolbar', 'header');
    },
    closeLists() {
      if (model.openList !== undefined) actions.toggleList(undefined);
    },
    dismissComplaint() {
      model.complaint = undefined;
      redraw('notices');
    },
    exportTable() {
      const shown = page.tables.current();
      if (shown === undefined) return;
      const name = `${model.name.replace(/\.json(\.gz)?$/, '')}-${shown.table.name}.csv`;
      trying(host.save({ name, bytes: new TextEncoder().encode(csv(exportedTable(shown.table, shown.view))) }));
    },
    copyDescription() {
      const operation = markedOperation();
      if (operation === undefined) return;
      const { name, inputDims, inputTypes, inputStrides, concreteInputs } = operation;
      const inputs = inputTypes === undefined ? {} : { inputDims, inputTypes, inputStrides, concreteInputs };
      trying(
        host.copyDescription({ name, ...(inputs as Omit<TorchOperationChoice, 'name'>) }).then(({ copied, problem }) => {
          if (problem === undefined) page.announce(`Copied ${String(copied)} of the operation's descriptions`);
          else complain(new Error(problem));
        }),
      );
    },
    copyCommandLine: () => trying(host.copyText({ text: commandLine() }).then(() => page.announce('Copied the command'))),
    run(command) {
      actions.closeLists();
      trying(host.run({ command }));
    },
    focusTimeline: () => page.focus('timeline'),
    focusSearch: () => page.focus('search'),
  };
  return actions;
}

/** The name of the marked row of the table that is shown, by which the timeline finds it. */
export function markedName({ model, asked }: Pick<Context, 'model' | 'asked'>, key: string): string | undefined {
  const trace = asked.trace.value;
  const { lowerTab } = model.view;
  return trace === undefined || !isTable(lowerTab) ? undefined : nameOfRow(lowerTab, trace, key);
}
