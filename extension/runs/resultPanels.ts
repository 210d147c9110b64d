/** Tabs that show measured runs, one for each. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { historyOf } from '../../native/jobs/runHistory';
import { connect, type Handlers } from '../../protocol/rpc';
import type { MeasuredRun, ResultsHost, ResultsWebview, ShownRun } from '../../protocol/results';
import { WEBVIEW_OPTIONS, webviewPage } from '../webviewPage';
import type { MeasuredRuns } from './measuredRuns';

const VIEW = 'ireeReplay.results';

export interface ResultPanels {
  /** Shows a run; beside an earlier one where that is given. */
  show(run: MeasuredRun, compared?: MeasuredRun): void;
  /** The run whose tab is active. */
  active(): MeasuredRun | undefined;
}

/** What a tab asks of the rest of the extension. */
export interface ResultActions {
  openRecord(capture: string, record: number, via: number | undefined): Promise<void>;
  chooseCandidate(run: MeasuredRun): Promise<void>;
  compare(run: MeasuredRun): Promise<void>;
  changeComparison(run: MeasuredRun): Promise<void>;
  tryWorkgroupCount(run: MeasuredRun, workgroupCount: string): void;
  isOnSave(run: MeasuredRun): boolean;
  toggleOnSave(run: MeasuredRun): void;
  readonly onSaveChanged: vscode.Event<void>;
}

const TITLES = { benchmark: 'Benchmark', verify: 'Verify', substitute: 'Substitute' } as const;

export function createResultPanels(
  context: vscode.ExtensionContext,
  runs: MeasuredRuns,
  actions: ResultActions,
  log: vscode.LogOutputChannel,
): ResultPanels {
  const open = new Map<string, vscode.WebviewPanel>();

  const shown = (run: MeasuredRun, compared: MeasuredRun | undefined): ShownRun => ({
    run,
    history: historyOf(run, runs.all),
    onSave: actions.isOnSave(run),
    ...(compared === undefined ? {} : { compared }),
  });

  const show = (run: MeasuredRun, compared?: MeasuredRun): void => {
    const key = compared === undefined ? run.id : `${compared.id} ${run.id}`;
    const there = open.get(key);
    if (there !== undefined) {
      there.reveal();
      return;
    }
    const title = `${compared === undefined ? TITLES[run.job] : 'Compare'}: ${run.subject}`;
    const panel = vscode.window.createWebviewPanel(VIEW, title, vscode.ViewColumn.Active, WEBVIEW_OPTIONS);
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    open.set(key, panel);
    const now = (): MeasuredRun => runs.byId(run.id) ?? run;
    const handlers: Handlers<ResultsHost> = {
      start: () => shown(now(), compared),
      openRecord: ({ record, via }) => actions.openRecord(run.capture, record, via),
      openSource: async ({ file, line, column }) => {
        const at = new vscode.Position(line - 1, column - 1);
        await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
      },
      repeat: () => show(runs.repeat(now()).run as MeasuredRun),
      cancel: () => runs.cancel(run.id),
      compare: () => actions.compare(now()),
      chooseCandidate: () => actions.chooseCandidate(now()),
      changeComparison: () => actions.changeComparison(now()),
      tryWorkgroupCount: ({ workgroupCount }) => actions.tryWorkgroupCount(now(), workgroupCount),
      toggleOnSave: () => actions.toggleOnSave(now()),
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        vscode.window.setStatusBarMessage('Copied', 2000);
      },
      save: ({ name, base64 }) => save(path.dirname(run.capture), name, base64),
      showOutput: () => log.show(),
    };
    const rpc = connect<ResultsHost, ResultsWebview>((message) => void panel.webview.postMessage(message), handlers);
    const tell = (): void => void rpc.calls.changed(shown(now(), compared)).catch(() => undefined);
    const owned = [
      panel.webview.onDidReceiveMessage((message: unknown) => rpc.receive(message)),
      runs.onChange(({ id }) => id === run.id && tell()),
      actions.onSaveChanged(tell),
    ];
    let gone = false;
    panel.onDidDispose(() => {
      gone = true;
      open.delete(key);
      rpc.dispose();
      for (const one of owned) one.dispose();
    });
    void webviewPage(context.extensionUri, 'results', 'IREE Replay').then(
      (page) => {
        if (!gone) panel.webview.html = page;
      },
      (error: unknown) => log.error(`The results cannot be shown: ${String(error)}`),
    );
  };

  return {
    show,
    active() {
      const id = [...open]
        .find(([, panel]) => panel.active)?.[0]
        .split(' ')
        .at(-1);
      return id === undefined ? undefined : runs.byId(id);
    },
  };
}

async function save(folder: string, name: string, base64: string): Promise<void> {
  const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.file(path.join(folder, name)), title: 'Export' });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, Buffer.from(base64, 'base64'));
}
