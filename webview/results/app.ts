/** The page of one measured run: its verdict, then what it rests on. */
import { html, render, type TemplateResult } from 'lit-html';
import type { ResultsHost, ResultsWebview, ShownRun } from '../../protocol/results';
import { connect, type RpcMessage } from '../../protocol/rpc';
import { benchmarkPage } from './benchmarkPage';
import { comparisonPage } from './comparisonPage';
import type { ResultsContext, Sorting } from './context';
import { createPlots } from './plots';
import { substitutionPage } from './substitutionPage';
import { verificationPage } from './verificationPage';

export interface ResultsApp {
  /** Takes a message of the host. */
  receive(message: unknown): void;
  /** Asks the host for the run and draws it. */
  start(): Promise<void>;
}

export function createResultsApp(root: HTMLElement, post: (message: RpcMessage) => void): ResultsApp {
  let shown: ShownRun | undefined;
  let selected: string | undefined;
  const sorted = new Map<string, Sorting>();
  let frame = 0;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const rpc = connect<ResultsWebview, ResultsHost>(post, {
    changed(next) {
      shown = next;
      redraw();
    },
  });
  const plots = createPlots();

  const draw = (): void => {
    frame = 0;
    if (shown === undefined) return;
    const context: ResultsContext = {
      shown,
      host: rpc.calls,
      plots,
      selected,
      select(name) {
        selected = name;
        redraw();
      },
      sorting: (table) => sorted.get(table),
      sort(table, column) {
        const now = sorted.get(table);
        sorted.set(table, { column, down: now?.column === column ? !now.down : true });
        redraw();
      },
    };
    document.title = shown.run.subject;
    render(page(context), root);
  };
  // Canvases do not follow the theme by themselves.
  new MutationObserver(() => {
    plots.forget();
    redraw();
  }).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      shown = await rpc.calls.start();
      redraw();
    },
  };
}

function page(context: ResultsContext): TemplateResult {
  const { run, compared } = context.shown;
  if (compared !== undefined) return html`${comparisonPage(context, run, compared)}`;
  switch (run.job) {
    case 'benchmark':
      return html`${benchmarkPage(context, run)}`;
    case 'verify':
      return html`${verificationPage(context, run)}`;
    case 'substitute':
      return html`${substitutionPage(context, run)}`;
  }
}
