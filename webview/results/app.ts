/** The page of one measured run: its verdict, then what it rests on. */
import { html, render, type TemplateResult } from 'lit-html';
import type { GoneRun, KeptPanel, ResultsHost, ResultsWebview, ShownRun } from '../../protocol/results/results';
import { connect, type RpcEnd, type RpcMessage } from '../../protocol/base/rpc';
import { createAtRest } from '../widgets/atRest';
import type { PageApp } from '../widgets/editorPage';
import { icon } from '../widgets/icon';
import type { Keeper } from '../widgets/keptView';
import { createLatest } from '../widgets/latest';
import { watchFocus } from '../widgets/pageFocus';
import { createRooflinePlot } from '../widgets/roofline/rooflinePlot';
import { bisectionPage } from './bisectionPage';
import { benchmarkPage } from './benchmarkPage';
import { buildPage, missingCompiler } from './buildPage';
import { comparisonPage } from './comparisonPage';
import type { ResultsContext, Sorting } from './context';
import { readKept, type Kept } from './kept';
import { createPlots } from './plots';
import { profilePage } from './profilePage';
import { createRowsGrid } from './rowsGrid';
import { createSampledGrid } from './sampledGrid';
import { substitutionPage } from './substitutionPage';
import { verificationPage } from './verificationPage';

/** Pause in scrolling after which the place is kept: a tab that is hidden meanwhile says nothing more. */
const REST_MS = 20;
/** What scrolls, in a wide page and in a narrow one. */
const SCROLLING = '.results, .results > .left, .results > .side';

/** Without a `keeper` the page is that of a report, and keeps nothing. */
export function createResultsApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper | undefined): PageApp {
  let shown: ShownRun | GoneRun | undefined;
  let frame = 0;
  let restoreFocus = (): void => undefined;
  const before = readKept(keeper?.read());
  let { selected } = before;
  const sorted = new Map<string, Sorting>(Object.entries(before.sorted));
  const asTables = new Set<string>();
  let opened = before.opened === undefined ? undefined : new Set(before.opened);
  /** Rows that are open until the user opens or closes one. */
  let openAtFirst: readonly string[] = [];
  /** Until the first drawing of the run. */
  let restored = false;

  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const rpc: RpcEnd<ResultsHost> = connect<ResultsWebview, ResultsHost>(post, {
    changed(next) {
      shown = next;
      redraw();
    },
    roofChanged: () => roof.renew(),
  });
  const roof = createLatest((_: null, signal) => rpc.calls.roof(signal), redraw);
  const roofline = createRooflinePlot();
  let roofPoint: string | undefined;
  const plots = createPlots();
  const kept = createAtRest(REST_MS, () => {
    if (shown === undefined || 'gone' in shown) return;
    const { run, compared } = shown;
    const scroll = Array.from(root.querySelectorAll(SCROLLING), (part) => part.scrollTop);
    const state: Kept & KeptPanel = {
      run: run.id,
      selected,
      sorted: Object.fromEntries(sorted),
      scroll,
      opened: opened === undefined ? undefined : [...opened],
    };
    keeper?.write(compared === undefined ? state : ({ ...state, compared: compared.id } satisfies Kept & KeptPanel));
  });

  const keep = (): void => {
    kept.soon();
    kept.flush();
  };

  const select = (name: string): void => {
    selected = name;
    keep();
    redraw();
  };
  const sort = (table: string, column: number): void => {
    const now = sorted.get(table);
    sorted.set(table, { column, down: now?.column === column ? !now.down : true });
    keep();
    redraw();
  };
  const rows = createRowsGrid({
    select,
    sort,
    toggle(key, open) {
      opened = new Set(opened ?? openAtFirst);
      if (open) opened.add(key);
      else opened.delete(key);
      keep();
      redraw();
    },
    openRecord: (record, via) => void rpc.calls.openRecord({ record, ...(via === undefined ? {} : { via }) }),
  });

  const sampled = createSampledGrid();

  const draw = (): void => {
    frame = 0;
    if (shown === undefined) return;
    if ('gone' in shown) {
      render(gone(shown), root);
      return;
    }
    // A report has it in what is shown.
    if (keeper !== undefined && shown.run.job === 'benchmark') roof.want(null);
    const context: ResultsContext = {
      shown,
      inEditor: keeper !== undefined,
      host: rpc.calls,
      plots,
      known: shown.roof ?? roof.value,
      roofline,
      roofPoint: {
        chosen: roofPoint,
        choose(key) {
          roofPoint = key;
          redraw();
        },
      },
      selected,
      select,
      asTables,
      toggleTable(plot) {
        if (!asTables.delete(plot)) asTables.add(plot);
        redraw();
      },
      opened(first) {
        openAtFirst = first === undefined ? [] : [first];
        return opened ?? new Set(openAtFirst);
      },
      rows,
      sampled,
      sorting: (table) => sorted.get(table),
      sort,
    };
    if (context.inEditor) document.title = shown.run.subject;
    render(page(context), root);
    restoreFocus();
    if (restored) return;
    restored = true;
    root.querySelectorAll(SCROLLING).forEach((part, i) => (part.scrollTop = before.scroll[i] ?? 0));
    keep();
  };
  // Canvases do not follow the theme by themselves.
  new MutationObserver(() => {
    plots.forget();
    redraw();
  }).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  root.addEventListener('scroll', () => kept.soon(), { capture: true, passive: true });
  // A page that loses the keyboard may be hidden or closed next.
  for (const leaving of ['blur', 'pagehide']) addEventListener(leaving, () => kept.flush());

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void rpc.calls.focused({ focused }).catch(() => undefined),
        first: () => root.querySelector<HTMLElement>('.verdict vscode-button, .verdict button'),
      });
      shown = await rpc.calls.start();
      redraw();
    },
  };
}

function gone({ gone: sentence }: GoneRun): TemplateResult {
  return html`<header class="verdict tone-plain" data-state="gone">
    <span class="mark">${icon('info')}</span>
    <div class="grow">
      <h1 role="status">The run is no longer kept.</h1>
      <div class="basis">${sentence}</div>
    </div>
  </header>`;
}

function page(context: ResultsContext): TemplateResult {
  const { run, compared } = context.shown;
  const missing = missingCompiler(run);
  if (missing !== undefined) return buildPage(context, missing);
  if (compared !== undefined) return html`${comparisonPage(context, run, compared)}`;
  switch (run.job) {
    case 'benchmark':
      return html`${benchmarkPage(context, run)}`;
    case 'verify':
      return html`${verificationPage(context, run)}`;
    case 'substitute':
      return html`${substitutionPage(context, run)}`;
    case 'bisect':
      return html`${bisectionPage(context, run)}`;
    case 'run':
      return html`${profilePage(context, run)}`;
  }
}
