/** The actions of the capture editor over its model and host. */
import type { RowPlace } from '../../protocol/capture/recordRows';
import { unpackRows } from '../../protocol/capture/packedRows';
import type { Actions, Page } from './actions';
import { createDetailsLoader } from './detailsLoader';
import type { Context } from './context';
import { createSearch } from './search';
import type { ViewState } from './viewState';
import { REMEDY_BUTTONS } from './remedies';
import { whenLeft } from '../widgets/whenLeft';

/** Where the history is when nothing is selected. */
const OVERVIEW = '';
/** Command buffers whose choice of an execution is kept. */
const MAX_CHOICES = 200;
/** Expanded nodes kept at most. */
const MAX_KEPT_NODES = 2000;

/** Those that may be as if they had not been chosen. */
const SETTINGS = ['deviceName', 'workers', 'stopBefore'] as const;

export function createActions(
  context: Omit<Context, 'actions' | 'hex' | 'buffers' | 'code'>,
  page: Page,
  complain: (error: unknown) => void,
): Actions {
  const { model, host, rows, history } = context;
  const loadDetails = createDetailsLoader(context);
  let selectedRow: number | undefined;
  let trying: AbortController | undefined;

  const setView = (change: Partial<ViewState>): void => {
    model.view = { ...model.view, ...change };
    page.keep();
  };
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      complain(error);
    }
  };
  const choose = (key: string, row: number | undefined): void => {
    const changed = key !== model.view.selection;
    const failed = model.detailsProblem !== undefined;
    selectedRow = row;
    setView({ selection: key });
    context.redraw('tree', 'stripe');
    if (changed) {
      model.field = undefined;
      void host.selected({ key });
    }
    if (changed || failed) void loadDetails(key);
  };
  const unselect = (): void => {
    selectedRow = undefined;
    model.field = undefined;
    model.details = undefined;
    model.detailsProblem = undefined;
    loadDetails.forget();
    setView({ selection: undefined });
    void host.selected({ key: undefined });
    context.redraw('tree', 'stripe', 'details');
  };
  /** Where one is, as the history has it. */
  const here = (): string => model.view.selection ?? OVERVIEW;
  const arriveFromHistory = async (key: string): Promise<void> => {
    if (key === OVERVIEW) unselect();
    else await reveal(key);
  };
  const arrive = async (place: RowPlace): Promise<void> => {
    await page.show(place, true);
    choose(place.key, place.row < 0 ? undefined : place.row);
  };
  const reveal = async (key: string): Promise<void> => {
    let place = await host.reveal({ key });
    if (place.row < 0 && model.view.filter) {
      actions.setFilter(false);
      place = await host.reveal({ key });
    }
    await arrive(place);
    context.redraw('details');
  };
  const search = createSearch({
    view: () => model.view,
    ask: (query, signal) => host.search(query, signal),
    take: async (state) => {
      const { query, filter, selection } = model.view;
      model.search = query === '' ? undefined : state;
      rows.invalidate();
      if (filter && selection !== undefined) {
        const place = await host.reveal({ key: selection });
        selectedRow = place.row < 0 ? undefined : place.row;
        await page.show(place, true);
      }
      context.redraw('toolbar', 'tree', 'stripe');
    },
    complain,
  });
  const keepExpanded = async (): Promise<void> => {
    const expanded = await host.expandedKeys();
    setView({ expanded: expanded.slice(0, MAX_KEPT_NODES) });
  };

  const actions: Actions = {
    follow: (span) =>
      guarded(async () => {
        const record = span.record ?? (span.object === undefined ? -1 : (await host.findObject({ id: span.object })).record);
        if (record < 0) throw new Error(`The capture does not say what created object ${span.object ?? ''}.`);
        await actions.goTo(String(record));
      }),
    goTo: (key) =>
      guarded(async () => {
        history.visit(here());
        await reveal(key);
        history.visit(model.view.selection ?? key);
        context.redraw('details');
      }),
    select: (key, index) => {
      choose(key, index);
      return Promise.resolve();
    },
    selectIndex: (index) =>
      guarded(async () => {
        const row = rows.row(index) ?? unpackRows(await host.rows({ start: index, count: 1 })).rows[0];
        if (row === undefined) return;
        page.scrollTo(index);
        choose(row.key, index);
      }),
    selectedIndex: () => (selectedRow !== undefined && rows.row(selectedRow)?.key === model.view.selection ? selectedRow : undefined),
    toggle: (row, index, deep = false) =>
      guarded(async () => {
        if (row.children === 0) return;
        choose(row.key, index);
        await host.setExpanded({ keys: [row.key], expanded: !row.expanded, deep, start: 0, count: 0 });
        rows.invalidate();
        await page.show({ row: index, key: row.key }, false);
        context.redraw('tree', 'stripe');
        await keepExpanded();
      }),
    showOverview: () => {
      if (model.view.selection === undefined) return;
      history.visit(here());
      unselect();
      history.visit(OVERVIEW);
      context.redraw('details');
    },
    back: () =>
      guarded(async () => {
        if (history.current !== undefined && here() !== history.current) history.visit(here());
        const key = history.back();
        if (key !== undefined) await arriveFromHistory(key);
      }),
    forward: () =>
      guarded(async () => {
        const key = history.forward();
        if (key !== undefined) await arriveFromHistory(key);
      }),

    setMode: (mode) =>
      guarded(async () => {
        if (mode === model.view.mode) return;
        setView({ mode });
        context.redraw('toolbar');
        await host.setMode({ mode, start: 0, count: 0 });
        const place = model.view.selection === undefined ? undefined : await host.reveal({ key: model.view.selection });
        // Only now: revealing opens what the row lies in.
        rows.invalidate();
        selectedRow = undefined;
        await page.show({ row: Math.max(0, place?.row ?? 0), key: place?.key ?? '' }, true);
        // A record has another key where it lies below something else.
        if (place !== undefined && place.row >= 0) choose(place.key, place.row);
        context.redraw('tree', 'stripe');
      }),
    search: () => {
      search.now();
      return search.settled();
    },
    setQuery: (query) => {
      if (query === model.view.query) return;
      setView({ query });
      model.ordinal = undefined;
      context.redraw('toolbar');
      // Without rows there is nothing to search yet: the query is asked for when they come.
      if (model.summary !== undefined) search.soon();
    },
    setFilter: (filter) => {
      if (filter === model.view.filter) return;
      setView({ filter });
      context.redraw('toolbar');
      search.now();
    },
    nextMatch: (direction) =>
      guarded(async () => {
        // Enter may follow the last character at once.
        await search.settled();
        const place = await host.nextMatch({ from: model.view.selection ?? '', direction });
        if (place.row < 0) return;
        model.ordinal = place.ordinal;
        await arrive(place);
        context.redraw('toolbar');
      }),

    retryDetails: () => {
      if (model.view.selection !== undefined) void loadDetails(model.view.selection);
    },
    setTab: (tab) => {
      setView({ tab });
      context.redraw('details');
    },
    setShowAll: (showAll) => {
      setView({ showAll });
      context.redraw('details');
    },
    setWholeOverview: (wholeOverview) => {
      setView({ wholeOverview });
      context.redraw('details');
    },
    chooseExecution: (commandBuffer, submission) => {
      const others = Object.entries(model.view.executions).filter(([record]) => record !== String(commandBuffer));
      setView({ executions: Object.fromEntries([...others.slice(1 - MAX_CHOICES), [String(commandBuffer), submission]]) });
      const { selection } = model.view;
      const [record, via] = selection?.split('@') ?? [];
      // Below a submission stands its own execution: another one is another row.
      if (record !== undefined && via !== undefined) void actions.goTo(`${record}@${String(submission)}`);
      else if (selection !== undefined) void loadDetails(selection);
    },
    setField: (field) => {
      model.field = field;
      context.redraw('details');
    },
    setShareOf: (shareOf) => {
      setView({ shareOf });
      context.redraw('tree');
    },
    setScope: (scope) => {
      setView({ scope });
      context.redraw('toolbar');
      const [begin] = model.summary?.scopes.find(({ name }) => name === scope)?.begins ?? [];
      if (begin !== undefined) void actions.goTo(String(begin));
    },
    setColumn: (name, width) => {
      const others = Object.entries(model.view.columns).filter(([column]) => column !== name);
      setView({ columns: Object.fromEntries(width === undefined ? others : [...others, [name, width]]) });
      context.redraw('tree');
    },
    setDetailsSize: ({ width, height }) => {
      setView({ ...(width === undefined ? {} : { detailsWidth: width }), ...(height === undefined ? {} : { detailsHeight: height }) });
    },
    toggleList: (list) => {
      model.openList = model.openList === list ? undefined : list;
      context.redraw('health');
    },
    toggleResult: () => {
      model.resultOpen = !model.resultOpen;
      context.redraw('result');
    },
    togglePreflight: () => {
      model.preflightOpen = !model.preflightOpen;
      context.redraw('preflight');
    },
    stepProblem: (step) => {
      const count = model.preflight.state === 'done' ? model.preflight.problems.length : 0;
      if (count > 0) actions.showProblem((model.problem + step + count) % count);
    },
    showProblem: (index) => {
      const problem = model.preflight.state === 'done' ? model.preflight.problems[index] : undefined;
      model.problem = index;
      context.redraw('preflight');
      if (problem?.record === undefined) return;
      actions.setTab('problem');
      void actions.goTo(String(problem.record));
    },
    tryRemedies: () => {
      trying?.abort();
      trying = undefined;
      model.offers = undefined;
      const { preflight } = model;
      if (preflight.state !== 'done' || !preflight.problems.some(({ severity }) => severity === 'error')) return;
      const { signal } = (trying = new AbortController());
      void host.remedies(signal).then(
        async (offers) => {
          await whenLeft(REMEDY_BUTTONS, signal);
          if (signal.aborted) return;
          model.offers = offers;
          context.redraw('preflight', 'details');
        },
        (error: unknown) => {
          if (!signal.aborted) complain(error);
        },
      );
    },
    dismissComplaint: () => {
      model.complaint = undefined;
      context.redraw('notices');
    },

    run: (command, text, key = model.view.selection) => {
      void host.run({ command, ...(key === undefined ? {} : { key }), ...(text === undefined ? {} : { text }) }).catch(complain);
    },
    openCode: (what) => void host.openCode(what).catch(complain),
    copyCode: (what) => void host.copyCode(what).catch(complain),
    changeSettings: (change) => {
      const without = SETTINGS.filter((name) => name in change && change[name] === undefined);
      void host.changeSettings({ change, without }).catch(complain);
    },

    focusTree: () => page.focus('tree'),
    focusSearch: () => page.focus('search'),
    focusDetails: () => page.focus('details'),
  };
  return actions;
}
