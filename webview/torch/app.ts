/** The page of a trace of PyTorch's profiler: draws the model's parts when they change, and answers the host. */
import { nothing, render } from 'lit-html';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import type { DrawnTorchTrace, TorchTraceHost, TorchTraceWebview } from '../../protocol/neighbour/torchPages';
import { createDetailsRoom } from '../profile/detailsRoom';
import { keyActions } from '../profile/keyboard';
import { focusNextRegion } from '../profile/regions';
import { buildSkeleton } from '../profile/skeleton';
import { createTimeline } from '../profile/timeline/createTimeline';
import type { TimelineSelection } from '../profile/timeline/timeline';
import type { PageApp } from '../widgets/editorPage';
import { failurePage } from '../widgets/failurePage';
import { createGrid } from '../widgets/gridTable';
import { createKeptView, type Keeper } from '../widgets/keptView';
import { createLatest } from '../widgets/latest';
import { isNarrow } from '../widgets/narrow';
import { counted } from '../widgets/numbers';
import { watchFocus } from '../widgets/pageFocus';
import { handleKey, onNextPart } from '../widgets/pageKeys';
import { createRedraw } from '../widgets/regions';
import { REGIONS, type Asked, type Context, type Model, type Region } from './context';
import { createActions, markedName } from './createActions';
import { details } from './details';
import { headerLine } from './headerLine';
import { lowerBar, lowerContent, tableNote } from './lowerPanel';
import { createLowerTables } from './lowerTables';
import { notices } from './notices';
import { toolbar } from './toolbar';
import { INITIAL_VIEW, readViewState } from './viewState';

/** Of questions made of numbers. */
const alike = <T>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b);

export function createTorchApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  const model: Model = {
    ...{ file: '', name: '', summary: undefined, tracks: [], failure: undefined, changedOnDisk: false, view: INITIAL_VIEW },
    ...{ selection: undefined, search: undefined, ordinal: undefined, match: undefined, openList: undefined, trackFilter: '' },
    ...{ rows: {}, complaint: undefined },
  };
  let restoreFocus = (): void => undefined;
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

  const rpc = connect<TorchTraceWebview, TorchTraceHost>(post, {
    changedOnDisk() {
      model.changedOnDisk = true;
      redraw('notices');
    },
    reopened() {
      for (const one of [asked.trace, asked.causes, asked.details, asked.flows]) one.forget();
      Object.assign(model, {
        ...{ summary: undefined, failure: undefined, changedOnDisk: false, selection: undefined, search: undefined },
        ...{ ordinal: undefined, match: undefined, rows: {} },
      } satisfies Partial<Model>);
      timeline.select(undefined, false);
      redraw(...REGIONS);
      void begin().catch(complain);
    },
  });
  const host = rpc.calls;
  const asked: Asked = {
    trace: createLatest(
      (_, signal) => host.describe(signal),
      () => redraw('header', 'notices', 'lower'),
    ),
    causes: createLatest(
      (_, signal) => host.explain(signal),
      () => redraw('lower'),
    ),
    details: createLatest(
      (slice, signal) => host.details(slice, signal),
      () => redraw('details'),
      alike,
    ),
    flows: createLatest(
      (slice, signal) => host.flows(slice, signal),
      () => redraw('details'),
      alike,
    ),
  };

  const keepSoon = createKeptView(
    keeper,
    () => (model.view = { ...model.view, timeline: timeline.state }),
    (state) => host.saveState({ state }),
  );
  let started = false;
  const keep = (): void => {
    // Before the page knows what it was left like there is nothing to keep.
    if (started) keepSoon();
  };

  const parts = buildSkeleton(root, 'PyTorch trace', () => context);
  const roomForDetails = createDetailsRoom(parts);
  const announce = (sentence: string): void => {
    parts.announcer.textContent = sentence;
  };
  const timeline = createTimeline({
    element: parts.timeline,
    host,
    selected: (selection) => context.actions.selected(selection),
    changed: () => {
      keep();
      redraw('toolbar');
    },
    failed: complain,
    announce,
  });
  const tables = createLowerTables(() => context);
  const unfinished = { model, host, asked, timeline, redraw };
  const context: Context = {
    ...unfinished,
    actions: createActions(unfinished, { keep, focus: (part) => focusPart(part), tables, announce }, complain),
  };
  const { actions } = context;

  const tableName = (): string => tables.current()?.table.name ?? '';
  const grid = createGrid({
    element: parts.grid,
    chosen: (key) => actions.chooseRow(tableName(), key),
    opened(key) {
      const name = markedName(context, key);
      if (name !== undefined) void actions.findName(name);
    },
    toggled: (key, open) => actions.toggleRow(key, open),
    sorted: (column) => actions.sort(tableName(), column),
  });
  let tabInView: string | undefined;
  const drawLower = (): void => {
    const shown = tables.current();
    const { lowerTab } = model.view;
    render(lowerBar(context, shown), parts.lowerBar);
    if (tabInView !== lowerTab) {
      // Where there is no room for all tabs, the chosen one is in view.
      tabInView = lowerTab;
      parts.lowerBar.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    parts.lowerPanel.setAttribute('aria-labelledby', `tab-${lowerTab}`);
    parts.note.hidden = parts.grid.hidden = shown === undefined;
    parts.content.hidden = shown !== undefined;
    if (shown !== undefined) render(tableNote(context), parts.note);
    if (shown === undefined) render(lowerContent(context), parts.content);
    else grid.show(shown.table, shown.view, model.rows[shown.table.name]);
  };

  const draw: Record<Region, () => void> = {
    header: () => render(headerLine(context), parts.header),
    toolbar: () => render(toolbar(context), parts.toolbar),
    notices: () => render(notices(context), parts.notices),
    details: () => render(details(context), parts.details),
    lower: drawLower,
  };
  const drawLayout = (): void => {
    const { summary, failure, view } = model;
    parts.progress.hidden = failure !== undefined || summary !== undefined;
    parts.progress.classList.add('endless');
    for (const part of [parts.main, parts.toolbar]) part.hidden = failure !== undefined;
    roomForDetails(model.selection !== undefined);
    parts.failure.hidden = failure === undefined;
    render(
      failure === undefined ? nothing : failurePage({ fileName: model.name, problem: failure, act: (what) => actions.run(what) }),
      parts.failure,
    );
    parts.main.classList.toggle('under', isNarrow());
    const size = (element: HTMLElement, name: string, pixels: number | undefined): void =>
      element.style.setProperty(name, pixels === undefined ? '' : `${String(pixels)}px`);
    size(parts.details, '--width', view.detailsWidth);
    size(parts.details, '--height', view.detailsHeight);
    size(parts.lower, '--height', view.lowerHeight);
  };

  const focusPart = (part: 'timeline' | 'search'): void => {
    if (part === 'timeline') timeline.focus();
    else {
      const search = parts.toolbar.querySelector('input');
      search?.focus();
      search?.select();
    }
  };

  onNextPart((direction) => focusNextRegion(parts, direction));
  addEventListener('keydown', (event) => handleKey(keyActions(context), event));
  addEventListener('resize', () => redraw('lower'));
  addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('.popup, .opens') === null) actions.closeLists();
  });
  // A canvas does not follow the theme by itself.
  new MutationObserver(() => timeline.redraw()).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-id'],
  });

  const take = ({ summary, tracks, names }: DrawnTorchTrace): void => {
    Object.assign(model, { summary: { ...summary, complete: true }, tracks } satisfies Partial<Model>);
    timeline.setProfile(
      { complete: true, span: summary.span, amount: summary.work === '0' ? '' : counted(summary.work, 'kernel') },
      tracks,
      names,
    );
  };
  const restoreSelection = async (): Promise<void> => {
    const { slice } = model.view;
    if (slice === undefined) return;
    const { start, end } = await host.details(slice);
    const found: TimelineSelection = { kind: 'slice', slice, range: { from: BigInt(start), to: BigInt(end) } };
    timeline.select(found, false);
    actions.selected(found);
  };
  const begin = async (): Promise<void> => {
    const { state, drawn, file, name, failure, changedOnDisk } = await host.start({ kept: keeper.read() });
    const view = readViewState(state);
    Object.assign(model, { file, name, failure, changedOnDisk, view } satisfies Partial<Model>);
    if (drawn !== undefined) {
      take(drawn);
      asked.trace.want(null);
      asked.causes.want(null);
    }
    timeline.restore(view.timeline);
    started = true;
    redraw(...REGIONS);
    if (drawn === undefined) return;
    // Only a page that has the keyboard gives it on: what was opened meanwhile keeps it.
    if (document.hasFocus()) timeline.focus();
    if (view.query !== '') actions.setQuery(view.query);
    // A file that was written anew may have no such slice: nothing is selected then.
    await restoreSelection().catch(() => undefined);
  };

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      redraw(...REGIONS);
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => parts.timeline.querySelector<HTMLElement>('[tabindex="0"]'),
      });
      await begin().catch(complain);
    },
  };
}
