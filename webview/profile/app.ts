/** The profile editor's page: draws the model's parts when they change, and answers the host. */
import { nothing, render } from 'lit-html';
import type { ProfileHost, ProfileStart, ProfileWebview } from '../../protocol/profile/profile';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import type { PageApp } from '../widgets/editorPage';
import { failurePage } from '../widgets/failurePage';
import { createGrid } from '../widgets/gridTable';
import { createKeptView, type Keeper } from '../widgets/keptView';
import { isNarrow } from '../widgets/narrow';
import { watchFocus } from '../widgets/pageFocus';
import { handleKey, onNextPart } from '../widgets/pageKeys';
import { createRedraw } from '../widgets/regions';
import { createRooflinePlot } from '../widgets/roofline/rooflinePlot';
import { WHOLE_NAMES } from '../widgets/shortNames';
import { createAsking, shownDetails } from './asked';
import type { Context } from './context';
import { createActions, type Page } from './createActions';
import { details } from './details';
import { createDetailsRoom } from './detailsRoom';
import { headerLine } from './headerLine';
import { createHotspotCode } from './hotspots/createHotspotCode';
import { hotspotsNote } from './hotspots/hotspotsPanel';
import { roofNote } from './roof/roofPanel';
import { createHostEvents, takeProfile } from './hostEvents';
import { keyActions } from './keyboard';
import { lowerBar, lowerContent } from './lowerPanel';
import { REGIONS, type Model, type Region } from './model';
import { notices } from './notices';
import { focusNextRegion } from './regions';
import { buildSkeleton } from './skeleton';
import { functionKey } from './tables/dispatchTable';
import { createLowerTables, rowAbout, type LowerTable } from './tables/lowerTables';
import { createTimeline } from './timeline/createTimeline';
import type { TimelineSelection } from './timeline/timeline';
import { toolbar } from './toolbar';
import { INITIAL_VIEW, readViewState, type KeptSelection } from './viewState';

export function createProfileApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  const model: Model = {
    ...{ editor: '', trusted: true, fileName: '', version: undefined, summary: undefined, tracks: [], names: [], shortNames: WHOLE_NAMES },
    ...{ failure: undefined, changedOnDisk: false, view: INITIAL_VIEW, selection: undefined, search: undefined, ordinal: undefined },
    ...{
      match: undefined,
      openList: undefined,
      trackFilter: '',
      rows: {},
      questionRow: undefined,
      flameRoot: undefined,
      sampledRoot: undefined,
      complaint: undefined,
    },
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

  let restored: Promise<void> = Promise.resolve();
  const asking = createAsking(model, () => host, redraw);
  const rpc = connect<ProfileWebview, ProfileHost>(
    post,
    createHostEvents({
      model,
      redraw,
      actions: () => context.actions,
      timeline: () => timeline,
      renew: asking.renew,
      forget: () => {
        asking.forget();
        code.forget();
      },
      renewRoof: () => asking.asked.roof.renew(),
      restored: () => restored,
    }),
  );
  const host = rpc.calls;

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

  const parts = buildSkeleton(root, 'Profile', () => context);
  const roomForDetails = createDetailsRoom(parts);
  const announce = (sentence: string): void => {
    parts.announcer.textContent = sentence;
  };
  const timeline = createTimeline({
    element: parts.timeline,
    host,
    criticalPath: (signal) => host.criticalPath(signal),
    selected: (selection) => context.actions.selected(selection),
    changed: () => {
      keep();
      redraw('toolbar');
    },
    failed: complain,
    announce,
  });
  const tables = createLowerTables(() => context);
  const page: Page = { keep, focus: (part) => focusPart(part), lowerTable: tables.current, announce };
  const code = createHotspotCode(() => context);
  const unfinished = { model, host, asked: asking.asked, timeline, code, roofline: createRooflinePlot(), redraw };
  const context: Context = { ...unfinished, actions: createActions(unfinished, page, complain) };
  const { actions } = context;

  const tableName = (): string => tables.current()?.table.name ?? '';
  const grid = createGrid({
    element: parts.grid,
    chosen: (key) => actions.chooseRow(tableName(), key),
    opened: (key) => actions.openRow(tableName(), key),
    toggled: (key, open) => actions.toggleRow(key, open),
    sorted: (column) => actions.sort(tableName(), column),
  });
  let revealed: string | undefined;
  let tabInView: string | undefined;
  /** The row that is marked: the one that was chosen, or that of the slice which is selected. */
  const markedRow = (lower: LowerTable): string | undefined => {
    const { name } = lower.table;
    const shown = shownDetails(context);
    if (lower.rows !== undefined) {
      if (model.questionRow?.table === name) return model.questionRow.key;
      return shown?.event === undefined ? undefined : rowAbout(lower, shown.event);
    }
    const chosen = model.rows[name];
    if (shown === undefined || name !== 'dispatches') return chosen;
    const own = functionKey(shown.nameIndex);
    return chosen === own || chosen?.startsWith(`${own} `) === true ? chosen : own;
  };
  const drawLower = (): void => {
    asking.want();
    const shown = tables.current();
    const marked = shown === undefined ? undefined : markedRow(shown);
    render(lowerBar(context, shown), parts.lowerBar);
    const place = `${model.view.lowerTab} ${shown?.table.name ?? ''}`;
    if (tabInView !== place) {
      // Where there is no room for all tabs, the chosen one is in view.
      tabInView = place;
      parts.lowerBar.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    parts.lowerPanel.setAttribute('aria-labelledby', `tab-${model.view.lowerTab}`);
    const note = model.view.lowerTab === 'roof' ? roofNote(context) : hotspotsNote(context);
    parts.note.hidden = note === nothing;
    render(note, parts.note);
    parts.grid.hidden = shown === undefined;
    parts.content.hidden = shown !== undefined;
    if (shown === undefined) render(lowerContent(context), parts.content);
    else grid.show(shown.table, shown.view, marked);
    if (marked !== revealed && marked !== undefined) grid.reveal(marked);
    revealed = marked;
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
    parts.progress.hidden = failure !== undefined || summary?.complete === true;
    parts.progress.classList.toggle('endless', summary === undefined);
    parts.progress.style.setProperty('--part', String(summary?.read ?? 0));
    for (const part of [parts.main, parts.toolbar]) part.hidden = failure !== undefined;
    roomForDetails(model.selection !== undefined);
    parts.failure.hidden = failure === undefined;
    if (failure !== undefined)
      render(failurePage({ fileName: model.fileName, problem: failure, act: (what) => actions.run(what) }), parts.failure);
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

  const restoreSelection = async (selection: KeptSelection | undefined): Promise<void> => {
    if (selection === undefined) return;
    let found: TimelineSelection;
    if ('slice' in selection) {
      const { start, end } = await host.details(selection.slice);
      found = { kind: 'slice', slice: selection.slice, range: { from: BigInt(start), to: BigInt(end) } };
    } else found = { kind: 'range', range: { from: BigInt(selection.from), to: BigInt(selection.to) } };
    timeline.select(found, false);
    actions.selected(found);
  };
  const begin = async (): Promise<void> => {
    const { state, summary, tracks, names, ...rest }: ProfileStart = await host.start({ kept: keeper.read() });
    const { editor, trusted, fileName, version, failure, changedOnDisk } = rest;
    const view = readViewState(state);
    Object.assign(model, { editor, trusted, fileName, version, failure, changedOnDisk, view } satisfies Partial<Model>);
    if (summary !== undefined) takeProfile(model, timeline, summary, tracks, names);
    timeline.restore(view.timeline);
    started = true;
    redraw(...REGIONS);
    // Only a page that has the keyboard gives it on: what was opened meanwhile keeps it.
    if (document.hasFocus()) timeline.focus();
    if (view.query !== '') actions.setQuery(view.query);
    // A file that was written anew may have no such slice: nothing is selected then.
    await restoreSelection(view.selection).catch(() => undefined);
  };

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      redraw(...REGIONS);
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => parts.timeline.querySelector<HTMLElement>('[tabindex="0"]'),
      });
      restored = begin().catch(complain);
      await restored;
    },
  };
}
