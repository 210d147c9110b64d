/** Makes traces of PyTorch's profiler documents of VS Code: an editor for JSON that is one, compressed or not. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { problemOf } from '../../../protocol/base/problemOf';
import type { TorchTraceHost, TorchTraceStart, TorchTraceWebview } from '../../../protocol/neighbour/torchPages';
import type { MemoryBudget } from '../../captures/memoryBudget';
import { shownName } from '../../captures/shownName';
import { copyText } from '../copyText';
import type { Pages } from '../page';
import { saveAs } from '../saveAs';
import { describeOperation } from './describeOperation';
import { createTraceDocument, type TraceDocument } from './traceDocument';

export const TORCH_TRACE_VIEW = 'ireeReplay.torchTrace';

/** Rows of each table: what a person looks through. All events are counted. */
const MOST_ROWS = 5000;

export interface TorchTraceEditorOptions {
  readonly pages: Pages;
  readonly log: vscode.LogOutputChannel;
  /** Of all profiles and traces that are open together. */
  readonly budget: MemoryBudget;
}

export function registerTorchTraceEditor(context: vscode.ExtensionContext, { pages, log, budget }: TorchTraceEditorOptions): void {
  const states = pages.states('torchTraceView');
  const schemas = vscode.Uri.joinPath(context.extensionUri, 'dist', 'torch').fsPath;
  const provider: vscode.CustomReadonlyEditorProvider<TraceDocument> = {
    openCustomDocument: (uri) => createTraceDocument(uri, { budget, log }),
    resolveCustomEditor(document, panel) {
      const name = shownName(document.uri);
      if (document.uri.scheme !== 'file') panel.title = name;
      const run = async ({ command }: Parameters<TorchTraceHost['run']>[0]): Promise<void> => {
        switch (command) {
          case 'reload':
            document.reload();
            return;
          case 'openAsText':
            await vscode.commands.executeCommand('workbench.action.reopenWithEditor');
            return;
          case 'showOutput':
            log.show();
        }
      };
      const timeline = async () => (await document.open()).timeline;
      const page = pages.fill<TorchTraceHost, TorchTraceWebview>(panel, {
        name: 'torch',
        title: vscode.l10n.t('PyTorch Trace'),
        handlers: {
          async start({ kept }) {
            document.show(panel);
            const read = await readOf(document, log);
            return { state: kept ?? states.of(document.uri), file: document.path, name, ...read, changedOnDisk: document.changedOnDisk };
          },
          describe: async (_, signal) => (await document.open()).trace.describe(MOST_ROWS, signal),
          explain: async () => (await timeline()).explain(),
          windows: async (params, signal) => (await timeline()).windows(params, signal),
          details: async (params, signal) => (await timeline()).details(params, signal),
          flows: async (params, signal) => (await timeline()).flows(params, signal),
          neighbour: async (params, signal) => (await timeline()).neighbour(params, signal),
          sliceAt: async (params, signal) => (await timeline()).sliceAt(params, signal),
          search: async (params, signal) => (await timeline()).search(params, signal),
          nextMatch: async (params, signal) => (await timeline()).nextMatch(params, signal),
          async copyDescription(choice) {
            const { text, ...found } = await describeOperation((await document.open()).trace, choice, schemas);
            if (found.copied > 0) await copyText({ text });
            return found;
          },
          save: ({ name: file, bytes }) => saveAs(path.dirname(document.path), file, bytes),
          saveState: ({ state }) => states.keep(document.uri, state),
          copyText,
          run,
        },
        left: () => {
          if (!panel.visible) document.hide(panel);
        },
      });
      panel.onDidDispose(() => document.hide(panel));
      page.own(
        document.onChangeOnDisk(() => page.tell.changedOnDisk()),
        document.onReopen(() => page.tell.reopened()),
      );
    },
  };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(TORCH_TRACE_VIEW, provider, {
      supportsMultipleEditorsPerDocument: true,
      webviewOptions: { retainContextWhenHidden: false, enableFindWidget: false },
    }),
  );
}

const WRITTEN =
  "Check that it is what PyTorch's profiler wrote, with export_chrome_trace() or tensorboard_trace_handler(), and that nothing has converted it since.";

async function readOf(document: TraceDocument, log: vscode.LogOutputChannel): Promise<Pick<TorchTraceStart, 'drawn' | 'failure'>> {
  try {
    const { summary, tracks, names } = (await document.open()).timeline;
    return { drawn: { summary, tracks, names } };
  } catch (error) {
    const problem = problemOf(error);
    const failure = problem.remedy === undefined && problem.code === 'INVALID_ARGUMENT' ? { ...problem, remedy: WRITTEN } : problem;
    log.warn(`${path.basename(document.path)}: ${failure.message}`);
    return { failure };
  }
}
