/** The capture editor's page: draws the model's parts when they change, and answers the host. */
import { render } from 'lit-html';
import type { CaptureHost, CaptureWebview } from '../../protocol/capture/capture';
import type { Row, RowPage, RowPlace } from '../../protocol/capture/recordRows';
import { unpackRows, type PackedRowPage } from '../../protocol/capture/packedRows';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { PageApp } from '../widgets/editorPage';
import { createHistory } from '../widgets/history';
import { createKeptView, type Keeper } from '../widgets/keptView';
import { isNarrow } from '../widgets/narrow';
import { watchFocus } from '../widgets/pageFocus';
import { handleKey, onNextPart } from '../widgets/pageKeys';
import { createRedraw } from '../widgets/regions';
import { createRowCache } from '../widgets/rowCache';
import type { Page } from './actions';
import { chosenSettings } from './chosenSettings';
import { createCodeView } from './code/createCodeView';
import { createActions } from './createActions';
import { details } from './details';
import { failurePage } from '../widgets/failurePage';
import { namesOf } from './namesOf';
import { functionTimesOf, timesOf } from './functionShares';
import { healthLine } from './healthLine';
import { createHexView } from './createHexView';
import { createHostEvents } from './hostEvents';
import { createBuffersView } from './inspection/createBuffersView';
import { keyActions } from './keyboard';
import { REGIONS, type Model, type Region } from './model';
import type { Context } from './context';
import { notices } from './notices';
import { createOverviewLoader } from './overviewLoader';
import { preflightList } from './preflightList';
import { createRecordTree } from './recordTree';
import { focusNextRegion } from './regions';
import { createRowBringer, PAGE_ROWS } from './rowBringer';
import { runBar } from './runBar';
import { WHOLE_NAMES } from '../widgets/shortNames';
import { buildSkeleton } from './skeleton';
import { createStripe } from './stripe';
import { createLastRunLoader } from './times/lastRunLoader';
import { createRowTimes } from './times/rowTimes';
import { toolbar } from './toolbar';
import { INITIAL_VIEW, readViewState } from './viewState';

export function createCaptureApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  const model: Model = {
    environment: { trusted: true, devices: [], processors: 1, settings: DEFAULT_SETTINGS, commandLine: '', editor: '', fileName: '' },
    summary: undefined,
    names: WHOLE_NAMES,
    overview: undefined,
    overviewProblem: undefined,
    times: undefined,
    shares: undefined,
    timesSource: undefined,
    lastRun: undefined,
    indexing: undefined,
    failure: undefined,
    replay: { target: { kind: 'capture' }, settings: DEFAULT_SETTINGS, state: { state: 'idle' } },
    preflight: { state: 'unknown' },
    checking: undefined,
    offers: undefined,
    changedOnDisk: false,
    view: INITIAL_VIEW,
    start: undefined,
    search: undefined,
    ordinal: undefined,
    details: undefined,
    detailsProblem: undefined,
    field: undefined,
    openList: undefined,
    resultOpen: true,
    preflightOpen: true,
    problem: 0,
    complaint: undefined,
  };

  let restoreFocus = (): void => undefined;
  let brought = Promise.resolve();
  const redraw = createRedraw<Region>(
    () => draw,
    () => {
      drawLayout();
      restoreFocus();
    },
  );
  const complain = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    model.complaint = error instanceof Error ? error.message : String(error);
    redraw('notices');
  };

  const events = createHostEvents({
    model,
    redraw,
    rows: () => rows,
    actions: () => actions,
    forgotten: () => {
      overview.forget();
      code.forget();
    },
    codeForgotten: () => code.forget(),
    timesForgotten: () => {
      rowTimes.forget();
      lastRun.forget();
    },
    bringRows: (again) => void bring(again),
    rowsBrought: () => brought,
    inspecting: (progress) => buffers.progressed(progress),
    announce: (sentence) => (parts.announcer.textContent = sentence),
  });
  const rpc = connect<CaptureWebview, CaptureHost>(post, events);
  const host = rpc.calls;
  const rows = createRowCache<Row, RowPage>(
    PAGE_ROWS,
    async (start, count) => unpackRows(await host.rows({ start, count })),
    () => redraw('tree'),
  );
  const fetchAround = async (row: number): Promise<void> => {
    const start = Math.floor(Math.max(0, row) / PAGE_ROWS) * PAGE_ROWS;
    rows.accept(unpackRows(await host.rows({ start, count: PAGE_ROWS })));
  };

  const keep = createKeptView(
    keeper,
    () => (model.view = { ...model.view, top: tree.rows.top }),
    (state) => host.saveState({ state }),
  );
  const page: Page = {
    async show({ row }: RowPlace, reveal) {
      if (row < 0) return;
      await fetchAround(row);
      if (reveal) tree.rows.reveal(row);
      redraw('tree');
    },
    scrollTo: (row) => tree.rows.reveal(row),
    focus: (part) => focusPart(part),
    keep,
  };

  const rowTimes = createRowTimes(
    (places) => host.times(places),
    () => model.view.mode,
    () => redraw('tree'),
  );
  const history = createHistory<string>();
  const unfinished = { model, host, rows, rowTimes, history, redraw };
  const lastRun = createLastRunLoader(unfinished);
  const overview = createOverviewLoader(unfinished);
  const hex = createHexView(() => context);
  const buffers = createBuffersView(() => context);
  const code = createCodeView(() => context);
  const context: Context = { ...unfinished, hex, buffers, code, actions: createActions(unfinished, page, complain) };
  const { actions } = context;
  const parts = buildSkeleton(root, () => context);
  const tree = createRecordTree(context, parts.tree, () => {
    const { first, end } = tree.rows.visible;
    const records = Array.from({ length: end - first }, (_, i) => rows.row(first + i)?.record).filter((record) => record !== undefined);
    if (records.length > 0) stripe.setViewport(Math.min(...records), Math.max(...records));
    if (tree.rows.top !== model.view.top) page.keep();
  });
  const stripe = createStripe(context, parts.stripe);
  const bringRows = createRowBringer(context, tree, fetchAround, () => {
    stripe.refetch();
    overview.want();
    drawAll();
  });

  let started = false;
  /** What a page was left like is in the host's first answer: before that no rows are brought. */
  const bring = (again: boolean, first?: PackedRowPage): Promise<void> =>
    (brought = started ? bringRows(again, first).catch(complain) : brought);

  const draw: Record<Region, () => void> = {
    health: () => render(healthLine(context), parts.health),
    toolbar: () => render(toolbar(context), parts.toolbar),
    chosen: () => render(chosenSettings(context), parts.chosen),
    notices: () => render(notices(context), parts.notices),
    result: () => render(runBar(context), parts.result),
    preflight: () => render(preflightList(context), parts.preflight),
    details: () => {
      lastRun.want();
      render(details(context), parts.details);
    },
    tree: () => tree.invalidate(),
    stripe: () => stripe.redraw(),
  };
  const drawLayout = (): void => {
    const { indexing, summary, failure, view } = model;
    parts.progress.hidden = failure !== undefined || summary?.complete === true;
    parts.progress.classList.toggle('endless', indexing === undefined);
    parts.progress.style.setProperty('--part', String(indexing?.fraction ?? 0));
    parts.main.hidden = failure !== undefined;
    parts.toolbar.hidden = failure !== undefined;
    parts.failure.hidden = failure === undefined;
    if (failure !== undefined)
      render(failurePage({ fileName: model.environment.fileName, problem: failure, act: (what) => actions.run(what) }), parts.failure);
    parts.main.classList.toggle('under', isNarrow());
    parts.details.style.setProperty('--width', view.detailsWidth === undefined ? '' : `${view.detailsWidth}px`);
    parts.details.style.setProperty('--height', view.detailsHeight === undefined ? '' : `${view.detailsHeight}px`);
  };
  const drawAll = (): void => redraw(...REGIONS);

  const focusPart = (part: 'tree' | 'search' | 'details'): void => {
    const search = parts.toolbar.querySelector('input');
    if (part === 'tree') tree.grid.focus();
    else if (part === 'search') {
      search?.focus();
      search?.select();
    } else (parts.details.querySelector<HTMLElement>('#details-panel') ?? parts.details.querySelector<HTMLElement>('button'))?.focus();
  };

  onNextPart((direction) => focusNextRegion(parts, direction));
  addEventListener('keydown', (event) => handleKey(keyActions(context), event));
  // The buttons at the side of a mouse, as in VS Code's own editors.
  addEventListener('mouseup', ({ button }) => {
    if (button === 3) void actions.back();
    if (button === 4) void actions.forward();
  });
  addEventListener('resize', () => redraw('tree', 'health'));
  addEventListener('pointerdown', (event) => {
    if (model.openList !== undefined && !(event.target instanceof Element && event.target.closest('.popup, .opens') !== null))
      actions.toggleList(undefined);
  });

  const begin = async (): Promise<void> => {
    const asked = await host.start({ kept: keeper.read(), count: PAGE_ROWS });
    const { state, environment, replay, preflight, summary, page: first, failure, changedOnDisk, times } = asked;
    // What has been typed since the page came is newer than what was kept.
    const typed = model.view.query;
    const view = readViewState(state);
    Object.assign(model, {
      environment,
      replay,
      failure,
      changedOnDisk,
      summary,
      names: namesOf(summary),
      times: functionTimesOf(times) ?? timesOf(replay),
      timesSource: times,
      view: typed === '' ? view : { ...view, query: typed },
    });
    events.preflightChanged(preflight);
    started = true;
    drawAll();
    // Only a page that has the keyboard gives it on: what was opened meanwhile keeps it.
    if (document.hasFocus()) tree.grid.focus();
    if (summary !== undefined) void bring(false, first);
  };

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      drawAll();
      restoreFocus = watchFocus({ tell: (focused) => void host.focused({ focused }).catch(() => undefined), first: () => tree.grid });
      await begin().catch(complain);
    },
  };
}
