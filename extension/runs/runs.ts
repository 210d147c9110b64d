/** Replays of open captures: each document has an engine process of its own, kept warm until the document closes. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { preflight as preflightCapture } from '../../engine/addon/replay';
import type { CaptureSummary, Problem } from '../../protocol/capture/capture';
import type { EngineJobs, EngineState } from '../../protocol/processes/engine';
import type { InspectOptions } from '../../protocol/replay/inspection';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import { deviceLabel, RUNS, type Replay, type ReplaySettings, type ReplayTarget } from '../../protocol/replay/replay';
import type { RunOptions, RunProgress, RunState } from '../../protocol/replay/run';
import type { CaptureDocument } from '../captures/captureDocument';
import { isCancelled, problemOf, ProblemError } from '../../protocol/base/problemOf';
import type { JobQueue } from '../../engine/process/jobQueue';
import { findRemedies } from '../../engine/remedies/remedies';
import { endedSentence } from './endedSentence';
import type { Device } from '../devices/devices';
import { onlyRunnable, runnable } from '../devices/runnable';
import { createLatest, type Latest } from './latest';
import { withLateProgress, type ReportProgress } from './lateProgress';
import { missingFolders } from './missingFolders';
import { noteTimes, type NotedTimes } from './noteTimes';
import { keepSettings, keptSettings, runOptions } from './replaySettings';
import { createTrustedJobs } from './trustedJobs';
import { whereabouts } from './whereabouts';

/** Jobs that look at what an inspection keeps. */
export type Looking = 'elements' | 'find' | 'picture' | 'exportElements' | 'compareElements';

/** Jobs that write a capture made of another. */
export type Sharing = 'extract' | 'pack' | 'unpack' | 'repair' | 'reduce';
export type SharingResult<Job extends Sharing> = EngineJobs[Job]['result'];

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
  /** Looks at what the latest inspection of the document keeps. Rejects where that fails. */
  look<Job extends Looking>(
    document: CaptureDocument,
    job: Job,
    request: EngineJobs[Job]['options'],
    signal: AbortSignal,
  ): Promise<EngineJobs[Job]['result']>;
  /** Writes a capture made of the document. */
  share<Job extends Sharing>(
    document: CaptureDocument,
    job: Job,
    options: EngineJobs[Job]['options'],
    report: (progress: EngineJobs[Job]['progress']) => void,
    signal: AbortSignal,
  ): Promise<EngineState<Job>>;
  /** The last replay of a capture that ended well since the window was opened: of what the capture held then. */
  lastReplay(capture: string): EndedReplay | undefined;
  readonly onReplay: vscode.Event<EndedReplay>;
  /** What its records took is known. */
  readonly onTimes: vscode.Event<TimedReplay>;
  /** Ends what is executed unasked to note times: a measurement begins, which that would disturb. */
  stopNoting(): void;
  /** What a replay of the document with its settings is asked to do. */
  optionsOf(document: CaptureDocument): RunOptions;
  /** What preflight of a capture is asked, whether or not it is open; undefined where it is left to IREE's tools. */
  preflightOf(capture: string, devices: number): RunOptions | undefined;
  /** Fires with its path when preflight has said what stands against a capture with its settings. */
  readonly onPreflight: vscode.Event<string>;
  /** Changes how the document is replayed, and says what stands against that. */
  changeSettings(document: CaptureDocument, change: Partial<ReplaySettings>): void;
  /** What would take away problems that preflight has found, on these devices among others; rejects with the signal's reason. */
  remedies(document: CaptureDocument, devices: readonly Device[], signal: AbortSignal): Promise<readonly OfferedRemedy[]>;
  /** Has preflight look at the files that the capture names, as a replay does. Only in a trusted workspace. */
  checkFiles(document: CaptureDocument): Promise<void>;
  /** Where the chosen device cannot run the document, and one alone of these can, replays on that: unless the user has chosen one. */
  preselect(document: CaptureDocument, devices: readonly Device[]): void;
  /** Asks for a folder in place of each whose files are missing or changed, one after the other. */
  remapFiles(document: CaptureDocument): Promise<void>;
  /** Ends every engine. */
  dispose(): void;
}

/** A replay on demand that has ended well. */
export interface EndedReplay {
  readonly capture: string;
  readonly replay: Replay;
  /** When it began, ISO 8601. */
  readonly started: string;
}

/** What the records of a replay took, executed once more. */
export interface TimedReplay {
  readonly document: CaptureDocument;
  readonly replay: Replay;
  readonly noted: NotedTimes;
}

interface Attached {
  readonly jobs: JobQueue;
  running: AbortController | undefined;
  /** What its records took is noted: that ends where anything else is to be done. */
  noting: AbortController | undefined;
  readonly preflights: Latest;
  waiting: ReturnType<typeof setTimeout> | undefined;
  /** It has been replayed on demand: from then on preflight looks at the files that the capture names. */
  replayed: boolean;
  /** The user has chosen the device of this document. */
  deviceChosen: boolean;
}

/** Records from which on preflight takes noticeable time, and how long it waits then. */
const LARGE = 100_000;
const LARGE_WAIT_MS = 400;

export function createRuns(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Runs {
  const attached = new Map<CaptureDocument, Attached>();
  const preflights = new vscode.EventEmitter<string>();
  const replays = new vscode.EventEmitter<EndedReplay>();
  const timedReplays = new vscode.EventEmitter<TimedReplay>();
  const lastReplays = new Map<string, EndedReplay>();
  const nameOf = ({ uri }: CaptureDocument): string => path.basename(uri.fsPath);
  const optionsOf = ({ path: file, settings, summary }: CaptureDocument, target: ReplayTarget): RunOptions =>
    runOptions(file, summary?.devices ?? 1, settings, target);

  /** What touches other files than the capture waits for trust, and for Replay. */
  const leavesFilesAlone = ({ replayed }: Attached): boolean => !replayed || !vscode.workspace.isTrusted;

  const preflightNow = async (document: CaptureDocument, own: Attached, summary: CaptureSummary, signal: AbortSignal): Promise<void> => {
    const { settings } = document;
    const device = deviceLabel(settings);
    if (settings.engine === 'iree') {
      document.preflight = { state: 'left to iree', device, runs: runnable('iree', settings.device, summary.executables) };
      preflights.fire(document.path);
      return;
    }
    document.preflight = { state: 'checking', device };
    const start = performance.now();
    try {
      const options = { ...optionsOf(document, { kind: 'capture' }), leaveFilesAlone: leavesFilesAlone(own) };
      const { problems: found } = await preflightCapture(options, signal);
      const problems = [...found].sort((a, b) => rank(a) - rank(b));
      if (signal.aborted) return;
      const milliseconds = performance.now() - start;
      log.info(`${nameOf(document)}: preflight on ${device} found ${String(problems.length)} problems in ${milliseconds.toFixed(1)} ms`);
      document.preflight = { state: 'done', device, problems, milliseconds };
      preflights.fire(document.path);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      log.error(`${nameOf(document)}: preflight failed: ${problemOf(error).message}`);
      document.preflight = { state: 'done', device, problems: [problemOf(error)], milliseconds: performance.now() - start };
    }
  };

  /** Ends with the preflight of the document that began last: one that begins takes the place of the one before. */
  const preflight = async (document: CaptureDocument): Promise<void> => {
    const own = attached.get(document);
    const { summary } = document;
    if (own === undefined || summary?.complete !== true) return;
    await own.preflights.start((signal) => preflightNow(document, own, summary, signal));
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
    const started = new Date().toISOString();
    const { settings } = document;
    log.info(`${name}: replaying${targetWords(target)} on ${deviceLabel(settings)}`);
    const end = await own.jobs.start(
      'run',
      optionsOf(document, target),
      (state) => {
        document.replay = { target, settings, state };
        if (state.state === 'idle' && state.waitsFor !== undefined) report(state.waitsFor, 0);
        if (state.state === 'running' && state.progress.records > 0)
          report(whereabouts(state.progress), state.progress.record / state.progress.records);
      },
      controller.signal,
    );
    log[end.state === 'done' || end.state === 'cancelled' ? 'info' : 'error'](
      `${name}: ${endedSentence(end)} (${(performance.now() - start).toFixed(0)} ms in all)`,
    );
    if (end.state === 'done') {
      const ended = { capture: document.path, replay: { target, settings, state: end }, started };
      lastReplays.set(document.path, ended);
      replays.fire(ended);
      void note(document, own, ended.replay);
    }
    return end;
  };

  const note = async (document: CaptureDocument, own: Attached, replay: Replay): Promise<void> => {
    const { state, target } = replay;
    if (state.state !== 'done' || 'program' in state.result || target.kind === 'upTo') return;
    const controller = (own.noting = new AbortController());
    try {
      const noted = await noteTimes(own.jobs, optionsOf(document, target), state.result, controller.signal);
      if (noted !== undefined && document.replay.state === state) timedReplays.fire({ document, replay, noted });
    } catch (error) {
      if (!isCancelled(error)) log.warn(`${nameOf(document)}: what its records take is not known: ${problemOf(error).message}`);
    }
  };

  const changeSettings = (document: CaptureDocument, change: Partial<ReplaySettings>): void => {
    // The name is of the device that was chosen before.
    const unnamed = change.device === undefined ? {} : { deviceName: undefined };
    document.settings = { ...document.settings, ...unnamed, ...change };
    const own = attached.get(document);
    if (own !== undefined && change.device !== undefined) own.deviceChosen = true;
    keepSettings(context.workspaceState, document.settings);
    void preflight(document);
  };

  const runs: Runs = {
    attach(document) {
      const jobs = createTrustedJobs(context, (line) => log.info(`${nameOf(document)}: engine: ${line}`));
      const own: Attached = {
        jobs,
        running: undefined,
        noting: undefined,
        preflights: createLatest(),
        waiting: undefined,
        replayed: false,
        deviceChosen: false,
      };
      attached.set(document, own);
      document.settings = keptSettings(context.workspaceState);
      const listener = document.onEvent((event) => {
        if (event.type === 'summary' && event.summary.complete) soon(own, document, event.summary.records);
        if (event.type !== 'closed') return;
        listener.dispose();
        own.running?.abort();
        own.noting?.abort();
        own.preflights.abort();
        clearTimeout(own.waiting);
        own.jobs.dispose();
        attached.delete(document);
      });
    },

    async replay(document, target) {
      const own = attached.get(document);
      if (own === undefined) return;
      if (own.running !== undefined) {
        void vscode.window.showInformationMessage(vscode.l10n.t('{0} is already being replayed.', nameOf(document)));
        return;
      }
      own.noting?.abort();
      const controller = (own.running = new AbortController());
      try {
        // How many devices it needs is known when all of it has been read.
        if ((await document.whenComplete()) === undefined || controller.signal.aborted) return;
        const title = `Replaying ${nameOf(document)}${targetWords(target)} on ${deviceLabel(document.settings)}`;
        const end = await withLateProgress(title, controller, (report) => execute(document, own, target, controller, report));
        own.replayed = true;
        // What stands against it is listed, with what mends it; what stood against an earlier one may have gone.
        if (end.state === 'refused' || hasErrors(document)) await preflight(document);
        if (end.state === 'crashed') void tellOfCrash(endedSentence(end), log);
      } finally {
        own.running = undefined;
      }
    },

    cancel: (document) => attached.get(document)?.running?.abort(),

    async inspect(document, place, report, signal) {
      const own = attached.get(document);
      if (own === undefined || (await document.whenComplete()) === undefined) return { state: 'cancelled' };
      own.noting?.abort();
      const options = { run: optionsOf(document, { kind: 'capture' }), ...place };
      const start = (traced: boolean): Promise<EngineState<'inspect'>> =>
        own.jobs.start('inspect', { ...options, traced }, (state) => state.state === 'running' && report(state.progress), signal);
      const traced = await start(true);
      // Kernels are tried on other bytes than they were made for to see what they read: that may be what they could not bear.
      const plain = traced.state === 'crashed' ? await start(false) : traced;
      const end = plain.state === 'done' ? plain : traced;
      log.info(`${nameOf(document)}: inspected record ${String(place.record)}: ${end.state}`);
      return end;
    },

    optionsOf: (document) => optionsOf(document, { kind: 'capture' }),

    async look(document, job, request, signal) {
      const end = await attached.get(document)?.jobs.start(job, request, () => undefined, signal);
      if (end?.state === 'done') return end.result;
      const problem = end?.state === 'failed' ? end.problem : end?.state === 'refused' ? end.problems[0] : undefined;
      throw problem === undefined ? new Error('The elements could not be read.') : new ProblemError(problem);
    },

    async share(document, job, options, report, signal) {
      const onState = (state: EngineState<typeof job>): void => {
        if (state.state === 'running') report(state.progress);
      };
      const end = await attached.get(document)?.jobs.start(job, options, onState, signal);
      log.info(`${nameOf(document)}: ${job}: ${end?.state ?? 'closed'}`);
      return end ?? { state: 'cancelled' };
    },

    preflightOf(capture, devices) {
      const [document, own] = [...attached].find(([one]) => one.path === capture) ?? [];
      const settings = document?.settings ?? keptSettings(context.workspaceState);
      if (settings.engine === 'iree') return undefined;
      const run = runOptions(capture, devices, settings, { kind: 'capture' });
      return { ...run, leaveFilesAlone: own === undefined || leavesFilesAlone(own) };
    },

    onPreflight: preflights.event,
    lastReplay: (capture) => lastReplays.get(capture),
    onReplay: replays.event,
    onTimes: timedReplays.event,
    stopNoting() {
      for (const { noting } of attached.values()) noting?.abort();
    },

    changeSettings,

    async remedies(document, devices, signal) {
      const own = attached.get(document);
      const { preflight: found, settings, summary } = document;
      if (own === undefined || found.state !== 'done' || summary === undefined) return [];
      const start = performance.now();
      const others = devices
        .filter(({ engine, device }) => engine !== settings.engine || device !== settings.device)
        .map(({ engine, device, deviceName }) => ({
          engine,
          device,
          deviceName,
          takesExecutables: runnable(engine, device, summary.executables) === RUNS,
        }));
      const run = { ...optionsOf(document, { kind: 'capture' }), leaveFilesAlone: leavesFilesAlone(own) };
      const offers = await findRemedies({ run, problems: found.problems, files: summary.files, devices: others }, signal);
      log.info(
        `${nameOf(document)}: ${String(offers.length)} remedies tried in ${(performance.now() - start).toFixed(1)} ms: ${offers.map(({ label, leaves }) => `${label} leaves ${String(leaves ?? 'what IREE says')}`).join(', ')}`,
      );
      return offers;
    },

    async checkFiles(document) {
      const own = attached.get(document);
      if (own === undefined || !vscode.workspace.isTrusted) return;
      own.replayed = true;
      await preflight(document);
    },

    preselect(document, devices) {
      const own = attached.get(document);
      const { summary, settings } = document;
      if (own === undefined || own.deviceChosen || own.running !== undefined || summary?.complete !== true) return;
      const only = onlyRunnable(settings, devices, summary.executables);
      if (only === undefined) return;
      const { engine, device, deviceName } = only;
      document.settings = { ...settings, engine, device, deviceName };
      log.info(`${nameOf(document)}: ${deviceLabel(document.settings)} is the only device that runs its executables`);
      void preflight(document);
    },

    async remapFiles(document) {
      const folders = missingFolders(document.summary?.files ?? [], document.preflight);
      for (const [index, from] of folders.entries()) {
        const place = folders.length === 1 ? '' : vscode.l10n.t(' ({0} of {1})', index + 1, folders.length);
        const options = { canSelectFolders: true, canSelectFiles: false, openLabel: vscode.l10n.t('Use Folder') };
        const [folder] =
          (await vscode.window.showOpenDialog({ ...options, title: vscode.l10n.t('Folder to Use Instead of {0}{1}', from, place) })) ?? [];
        // Those that were chosen before are kept.
        if (folder === undefined) return;
        const others = document.settings.fileRemaps.filter((remap) => !remap.startsWith(`${from}=`));
        log.info(`${nameOf(document)}: files of ${from} are taken from ${folder.fsPath}`);
        changeSettings(document, { fileRemaps: [...others, `${from}=${folder.fsPath}`] });
      }
    },

    dispose() {
      for (const { jobs, running } of attached.values()) {
        running?.abort();
        jobs.dispose();
      }
      attached.clear();
      preflights.dispose();
      replays.dispose();
      timedReplays.dispose();
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

function hasErrors({ preflight }: CaptureDocument): boolean {
  return preflight.state === 'done' && preflight.problems.some(({ severity }) => severity === 'error');
}

/** What blocks comes first; the order of the file stays within. */
function rank({ severity }: Problem): number {
  return severity === 'error' ? 0 : 1;
}

async function tellOfCrash(sentence: string, log: vscode.LogOutputChannel): Promise<void> {
  const show = vscode.l10n.t('Show Output');
  if ((await vscode.window.showErrorMessage(sentence, show)) === show) log.show();
}
