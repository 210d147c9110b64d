/** Replays of open captures: each document has an engine process of its own, kept warm until the document closes. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { preflight as preflightCapture } from '../../native/replay';
import type { Problem } from '../../protocol/capture';
import type { EngineState } from '../../protocol/engine';
import type { ElementsPage, ElementsRequest, InspectOptions } from '../../protocol/inspection';
import { deviceLabel, type ReplaySettings, type ReplayTarget } from '../../protocol/replay';
import type { RunOptions, RunProgress, RunState } from '../../protocol/run';
import type { CaptureDocument } from '../capture/captureDocument';
import { isCancelled, problemOf } from '../../native/problemOf';
import { createJobQueue, type JobQueue } from '../../native/engine/jobQueue';
import { endedSentence } from './endedSentence';
import { runnable } from '../devices/runnable';
import { withLateProgress, type ReportProgress } from './lateProgress';
import { keepSettings, keptSettings, runOptions } from './replaySettings';

export interface Runs {
  /** Takes part in a document's life: preflights it when it is open, ends its engine when it closes. */
  attach(document: CaptureDocument): void;
  /** Replays the document, or so much of it; returns when it has ended. */
  replay(document: CaptureDocument, target: ReplayTarget): Promise<void>;
  cancel(document: CaptureDocument): void;
  /** Replays up to an operation, and keeps what its ranges hold before and after it. */
  inspect(
    document: CaptureDocument,
    place: Pick<InspectOptions, 'record' | 'via'>,
    report: (progress: RunProgress) => void,
    signal: AbortSignal,
  ): Promise<EngineState<'inspect'>>;
  /** Elements of what the latest inspection of the document keeps. */
  elements(document: CaptureDocument, request: ElementsRequest, signal: AbortSignal): Promise<ElementsPage>;
  /** Changes how the document is replayed, and says what stands against that. */
  changeSettings(document: CaptureDocument, change: Partial<ReplaySettings>): void;
  /** Asks for a folder that stands for the one whose files are missing or changed. */
  remapFiles(document: CaptureDocument): Promise<void>;
  /** Ends every engine. */
  dispose(): void;
}

interface Attached {
  readonly jobs: JobQueue;
  running: AbortController | undefined;
  preflighting: AbortController | undefined;
  waiting: ReturnType<typeof setTimeout> | undefined;
}

/** Records from which on preflight takes noticeable time, and how long it waits then. */
const LARGE = 100_000;
const LARGE_WAIT_MS = 400;

export function createRuns(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Runs {
  const attached = new Map<CaptureDocument, Attached>();
  const nameOf = ({ uri }: CaptureDocument): string => path.basename(uri.fsPath);
  const optionsOf = ({ uri, settings, summary }: CaptureDocument, target: ReplayTarget): RunOptions =>
    runOptions(uri.fsPath, summary?.devices ?? 1, settings, target);

  const preflight = async (document: CaptureDocument): Promise<void> => {
    const own = attached.get(document);
    if (own === undefined || document.summary?.complete !== true) return;
    own.preflighting?.abort();
    const { signal } = (own.preflighting = new AbortController());
    const { settings, summary } = document;
    const device = deviceLabel(settings);
    if (settings.engine === 'iree') {
      document.preflight = { state: 'left to iree', device, runs: runnable('iree', settings.device, summary.executables) };
      return;
    }
    document.preflight = { state: 'checking', device };
    const start = performance.now();
    try {
      const { problems: found } = await preflightCapture(optionsOf(document, { kind: 'capture' }), signal);
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

  const execute = async (
    document: CaptureDocument,
    own: Attached,
    target: ReplayTarget,
    controller: AbortController,
    report: ReportProgress,
  ): Promise<RunState> => {
    const name = nameOf(document);
    const start = performance.now();
    const { settings } = document;
    log.info(`${name}: replaying${targetWords(target)} on ${deviceLabel(settings)}`);
    const end = await own.jobs.start(
      'run',
      optionsOf(document, target),
      (state) => {
        document.replay = { target, settings, state };
        if (state.state === 'running' && state.progress.records > 0)
          report(whereabouts(state.progress), state.progress.record / state.progress.records);
      },
      controller.signal,
    );
    log[end.state === 'done' || end.state === 'cancelled' ? 'info' : 'error'](
      `${name}: ${endedSentence(end)} (${(performance.now() - start).toFixed(0)} ms in all)`,
    );
    return end;
  };

  const changeSettings = (document: CaptureDocument, change: Partial<ReplaySettings>): void => {
    document.settings = { ...document.settings, ...change };
    keepSettings(context.workspaceState, document.settings);
    void preflight(document);
  };

  const runs: Runs = {
    attach(document) {
      const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
      const jobs = createJobQueue(script, (line) => log.info(`${nameOf(document)}: engine: ${line}`));
      const own: Attached = { jobs, running: undefined, preflighting: undefined, waiting: undefined };
      attached.set(document, own);
      document.settings = keptSettings(context.workspaceState);
      const listener = document.onEvent((event) => {
        if (event.type === 'summary' && event.summary.complete) soon(own, document, event.summary.records);
        if (event.type !== 'closed') return;
        listener.dispose();
        own.running?.abort();
        own.preflighting?.abort();
        clearTimeout(own.waiting);
        own.jobs.dispose();
        attached.delete(document);
      });
    },

    async replay(document, target) {
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
        const title = `Replaying ${nameOf(document)}${targetWords(target)} on ${deviceLabel(document.settings)}`;
        const end = await withLateProgress(title, controller, (report) => execute(document, own, target, controller, report));
        if (end.state === 'crashed') void tellOfCrash(endedSentence(end), log);
      } finally {
        own.running = undefined;
      }
    },

    cancel: (document) => attached.get(document)?.running?.abort(),

    async inspect(document, place, report, signal) {
      const own = attached.get(document);
      if (own === undefined || !vscode.workspace.isTrusted) {
        if (own !== undefined) await offerTrust();
        return { state: 'cancelled' };
      }
      const options = { run: optionsOf(document, { kind: 'capture' }), ...place };
      const end = await own.jobs.start('inspect', options, (state) => state.state === 'running' && report(state.progress), signal);
      log.info(`${nameOf(document)}: inspected record ${String(place.record)}: ${end.state}`);
      return end;
    },

    async elements(document, request, signal) {
      const end = await attached.get(document)?.jobs.start('elements', request, () => undefined, signal);
      if (end?.state === 'done') return end.result;
      throw new Error(end?.state === 'failed' ? end.problem.message : 'The elements could not be read.');
    },

    changeSettings,

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
      const others = document.settings.fileRemaps.filter((remap) => !remap.startsWith(`${from}=`));
      log.info(`${nameOf(document)}: files of ${from} are taken from ${folder.fsPath}`);
      changeSettings(document, { fileRemaps: [...others, `${from}=${folder.fsPath}`] });
    },

    dispose() {
      for (const { jobs, running } of attached.values()) {
        running?.abort();
        jobs.dispose();
      }
      attached.clear();
    },
  };
  return runs;
}

/** Said after "Replaying NAME". */
function targetWords(target: ReplayTarget): string {
  switch (target.kind) {
    case 'capture':
      return '';
    case 'upTo':
      return ` up to record ${String(target.record)}`;
    case 'scope':
      return ` for scope ${target.name}`;
  }
}

function whereabouts({ record, records, scope, function: name }: RunProgress): string {
  const where = [scope === undefined || scope === '' ? '' : `scope ${scope}`, name ?? ''].filter((word) => word !== '');
  return [`record ${String(record)} of ${String(records)}`, ...where].join(', ');
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
