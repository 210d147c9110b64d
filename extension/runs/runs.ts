/** Replays of open captures: each document has an engine process of its own, kept warm until the document closes. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { preflight as preflightCapture } from '../../native/replay';
import type { Problem } from '../../protocol/capture';
import type { RunOptions, RunState } from '../../protocol/run';
import type { CaptureDocument } from '../capture/captureDocument';
import { isCancelled, problemOf } from '../capture/problemOf';
import { startEngine, type EngineProcess } from './engineProcess';
import { endedSentence } from './endedSentence';

export interface Runs {
  /** Takes part in a document's life: preflights it when it is open, ends its engine when it closes. */
  attach(document: CaptureDocument): void;
  /** Replays the document; returns when it has ended. */
  replay(document: CaptureDocument): Promise<void>;
  cancel(document: CaptureDocument): void;
  chooseDevice(document: CaptureDocument, uri: string): void;
  /** Asks for a folder that stands for the one whose files are missing or changed. */
  remapFiles(document: CaptureDocument): Promise<void>;
  /** Ends every engine. */
  dispose(): void;
}

interface Attached {
  engine: EngineProcess | undefined;
  running: AbortController | undefined;
  preflighting: AbortController | undefined;
  waiting: ReturnType<typeof setTimeout> | undefined;
}

/** Records from which on preflight takes noticeable time, and how long it waits then. */
const LARGE = 100_000;
const LARGE_WAIT_MS = 400;

const DEVICE_KEY = 'ireeReplay.device';

export function createRuns(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Runs {
  const attached = new Map<CaptureDocument, Attached>();
  const nameOf = ({ uri }: CaptureDocument): string => path.basename(uri.fsPath);
  const optionsOf = ({ uri, device, fileRemaps, summary }: CaptureDocument): RunOptions => ({
    capture: uri.fsPath,
    devices: Array.from({ length: Math.max(1, summary?.devices ?? 1) }, () => device),
    fileRemaps,
  });

  const preflight = async (document: CaptureDocument): Promise<void> => {
    const own = attached.get(document);
    if (own === undefined || document.summary?.complete !== true) return;
    own.preflighting?.abort();
    const { signal } = (own.preflighting = new AbortController());
    const { device } = document;
    document.preflight = { state: 'checking', device };
    const start = performance.now();
    try {
      const { problems: found } = await preflightCapture(optionsOf(document), signal);
      const problems = [...found].sort((a, b) => rank(a) - rank(b));
      if (signal.aborted) return;
      const milliseconds = performance.now() - start;
      log.info(`${nameOf(document)}: preflight on ${device} found ${String(problems.length)} problems in ${milliseconds.toFixed(1)} ms`);
      document.preflight = { state: 'done', device, problems, milliseconds };
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      log.error(`${nameOf(document)}: preflight failed: ${problemOf(error).message}`);
      document.preflight = { state: 'done', device, problems: [problemOf(error)], milliseconds: performance.now() - start };
    }
  };

  /** Of a large capture it waits until rows are on the screen: both want the disk and the processor. */
  const soon = (own: Attached, document: CaptureDocument, records: number): void => {
    clearTimeout(own.waiting);
    own.waiting = setTimeout(() => void preflight(document), records > LARGE ? LARGE_WAIT_MS : 0);
  };

  const engineOf = (document: CaptureDocument, own: Attached): EngineProcess => {
    if (own.engine?.alive !== true) {
      const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
      own.engine = startEngine(script, (line) => log.info(`${nameOf(document)}: engine: ${line}`));
    }
    return own.engine;
  };

  const execute = async (
    document: CaptureDocument,
    own: Attached,
    controller: AbortController,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
  ): Promise<RunState> => {
    const name = nameOf(document);
    const start = performance.now();
    let part = 0;
    log.info(`${name}: replaying on ${document.device}`);
    const end = await engineOf(document, own).start(
      'run',
      optionsOf(document),
      (state) => {
        document.run = state;
        if (state.state !== 'running' || state.progress.records === 0) return;
        const now = (100 * state.progress.record) / state.progress.records;
        progress.report({ message: `record ${String(state.progress.record)} of ${String(state.progress.records)}`, increment: now - part });
        part = now;
      },
      controller.signal,
    );
    log[end.state === 'done' || end.state === 'cancelled' ? 'info' : 'error'](
      `${name}: ${endedSentence(end)} (${(performance.now() - start).toFixed(0)} ms in all)`,
    );
    return end;
  };

  const runs: Runs = {
    attach(document) {
      const own: Attached = { engine: undefined, running: undefined, preflighting: undefined, waiting: undefined };
      attached.set(document, own);
      document.device = context.workspaceState.get(DEVICE_KEY, document.device);
      const listener = document.onEvent((event) => {
        if (event.type === 'summary' && event.summary.complete) soon(own, document, event.summary.records);
        if (event.type !== 'closed') return;
        listener.dispose();
        own.running?.abort();
        own.preflighting?.abort();
        clearTimeout(own.waiting);
        own.engine?.dispose();
        attached.delete(document);
      });
    },

    async replay(document) {
      const own = attached.get(document);
      if (own === undefined) return;
      if (!vscode.workspace.isTrusted) {
        await offerTrust();
        return;
      }
      if (own.running !== undefined) {
        void vscode.window.showInformationMessage(`${nameOf(document)} is being replayed already.`);
        return;
      }
      const controller = (own.running = new AbortController());
      try {
        await vscode.window.withProgress(
          {
            location: vscode.ProgressLocation.Notification,
            title: `Replaying ${nameOf(document)} on ${document.device}`,
            cancellable: true,
          },
          async (progress, token) => {
            token.onCancellationRequested(() => controller.abort());
            const end = await execute(document, own, controller, progress);
            if (end.state === 'crashed') void tellOfCrash(endedSentence(end), log);
          },
        );
      } finally {
        own.running = undefined;
      }
    },

    cancel: (document) => attached.get(document)?.running?.abort(),

    chooseDevice(document, uri) {
      if (uri === document.device) return;
      document.device = uri;
      void context.workspaceState.update(DEVICE_KEY, uri);
      void preflight(document);
    },

    async remapFiles(document) {
      const external = document.summary?.files.find(({ reference }) => reference === 'external_path');
      if (external === undefined) return;
      const from = path.posix.dirname(external.path);
      const [folder] =
        (await vscode.window.showOpenDialog({
          title: `Folder in Place of ${from}`,
          canSelectFolders: true,
          canSelectFiles: false,
          openLabel: 'Use Folder',
        })) ?? [];
      if (folder === undefined) return;
      document.fileRemaps = [...document.fileRemaps.filter((remap) => !remap.startsWith(`${from}=`)), `${from}=${folder.fsPath}`];
      log.info(`${nameOf(document)}: files of ${from} are taken from ${folder.fsPath}`);
      await preflight(document);
    },

    dispose() {
      for (const { engine, running } of attached.values()) {
        running?.abort();
        engine?.dispose();
      }
      attached.clear();
    },
  };
  return runs;
}

/** What blocks comes first; the order of the file stays within. */
function rank({ severity }: Problem): number {
  return severity === 'error' ? 0 : 1;
}

async function offerTrust(): Promise<void> {
  const manage = 'Manage Workspace Trust';
  const answer = await vscode.window.showWarningMessage(
    'Replaying executes the machine code inside the capture. It needs a trusted workspace.',
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

async function tellOfCrash(sentence: string, log: vscode.LogOutputChannel): Promise<void> {
  const show = 'Show Output';
  if ((await vscode.window.showErrorMessage(sentence, show)) === show) log.show();
}
