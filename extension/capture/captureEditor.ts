/** One editor of a capture: answers its webview from the native view, and tells it what happens to the document. */
import { availableParallelism } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Capture, CaptureView } from '../../native/index';
import type { CaptureAction, CaptureCommand, CaptureHost, CaptureWebview, Environment, RowPage, ViewMode } from '../../protocol/capture';
import { connect, type Handlers } from '../../protocol/rpc';
import type { Runs } from '../runs/runs';
import type { Devices } from '../devices/devices';
import { runnable } from '../devices/runnable';
import { runCommandLine } from './cliCommand';
import { placeOf } from './placeOf';
import { webviewPage } from '../webviewPage';
import type { CaptureDocument, DocumentEvent } from './captureDocument';
import type { ViewStates } from './viewStates';

export interface CaptureEditor {
  /** Names it in context menus of its webview. */
  readonly id: string;
  readonly document: CaptureDocument;
  readonly active: boolean;
  /** Key of the selected node. */
  readonly selection: string | undefined;
  invoke(action: CaptureAction): void;
  /** Selects a record, opening what hides it. */
  goToRecord(record: number, via?: number): void;
}

export interface CaptureEditorOptions {
  readonly id: string;
  readonly document: CaptureDocument;
  readonly panel: vscode.WebviewPanel;
  readonly extension: vscode.Uri;
  readonly states: ViewStates;
  readonly runs: Runs;
  readonly devices: Devices;
  readonly log: vscode.LogOutputChannel;
  /** Does what the webview asks of the whole extension. */
  run(editor: CaptureEditor, command: CaptureCommand, key: string | undefined, text: string | undefined): void;
}

/** Rows and bytes in one answer at most, whatever is asked. */
const MAX_ROWS = 1000;
const MAX_BYTES = 64 * 1024;

export function createCaptureEditor(options: CaptureEditorOptions): CaptureEditor {
  const { document, panel, states, runs, devices, log } = options;
  let selection: string | undefined;
  /** The native view of the capture that is open now; another one after a reload. */
  let current: { readonly of: Capture; readonly view: CaptureView } | undefined;

  const capture = (): Capture => {
    if (document.capture === undefined) throw new Error('The capture is not open.');
    return document.capture;
  };
  const view = (): CaptureView => {
    const now = capture();
    if (current?.of !== now) current = { of: now, view: now.createView() };
    return current.view;
  };
  const page = (start: number, count: number): Promise<RowPage> => view().rows(Math.max(0, start), Math.min(count, MAX_ROWS));
  const born = performance.now();
  let answered = false;
  /** Says once how long a user waits for rows: from the editor's opening until they leave for its webview. */
  const sayFirst = (rows: RowPage): RowPage => {
    if (!answered && rows.rows.length > 0) {
      answered = true;
      log.info(`${path.basename(document.uri.fsPath)}: first rows ${(performance.now() - born).toFixed(0)} ms after the editor opened`);
    }
    return rows;
  };

  const firstPage = (mode: ViewMode, count: number): Promise<RowPage> => {
    view().setMode(mode);
    return page(0, count).then(sayFirst);
  };

  const environment = (): Environment => ({
    trusted: vscode.workspace.isTrusted,
    devices: devices.all.map((one) => ({ ...one, runs: runnable(one.engine, one.device, document.summary?.executables ?? []) })),
    processors: availableParallelism(),
    settings: document.settings,
    commandLine: runCommandLine(document.uri.fsPath, document.settings),
    editor: options.id,
    fileName: path.basename(document.uri.fsPath),
  });

  const handlers: Handlers<CaptureHost> = {
    start: async ({ kept, count }) => {
      started = true;
      // Once the webview has this answer.
      setTimeout(go, 0);
      const state = kept ?? states.of(document.uri);
      const { summary } = document;
      const first = summary === undefined ? {} : { summary, page: await firstPage(modeOf(state), count) };
      return {
        state,
        environment: environment(),
        replay: document.replay,
        preflight: document.preflight,
        changedOnDisk: document.changedOnDisk,
        ...first,
        ...(document.failure === undefined ? {} : { failure: document.failure }),
      };
    },
    setMode: ({ mode, start, count }) => {
      view().setMode(mode);
      return page(start, count).then(sayFirst);
    },
    rows: ({ start, count }) => page(start, count),
    setExpanded: ({ keys, expanded, deep, start, count }) => {
      view().setExpanded(keys, expanded, deep);
      return page(start, count);
    },
    expandedKeys: () => view().expandedKeys(),
    reveal: ({ key }) => view().reveal(key),
    search: ({ query, filter }, signal) => view().search(query, filter, (state) => void rpc.calls.searchState(state).catch(ignore), signal),
    nextMatch: ({ from, direction }) => view().nextMatch(from, direction),
    details: ({ key }) => capture().details(key),
    findObject: ({ id }) => ({ record: capture().findObject(id) }),
    bytes: async ({ record, offset, length }) => ({
      base64: Buffer.from(await capture().bytes(record, offset, Math.min(length, MAX_BYTES))).toString('base64'),
    }),
    stripe: ({ buckets }) => view().stripe(buckets),
    saveState: ({ state }) => states.keep(document.uri, state),
    selected: ({ key }) => {
      selection = key;
    },
    changeSettings: (change) => runs.changeSettings(document, change),
    inspect: ({ key }, signal) => {
      const place = placeOf(key);
      if (place === undefined) throw new Error('Only an operation can be inspected.');
      return runs.inspect(document, place, (progress) => void rpc.calls.inspecting(progress).catch(ignore), signal);
    },
    elements: (request, signal) => runs.elements(document, request, signal),
    run: ({ command, key, text }) => options.run(editor, command, key, text),
  };
  const rpc = connect<CaptureHost, CaptureWebview>((message) => void panel.webview.postMessage(message), handlers);

  const tellEnvironment = (): void => void rpc.calls.environmentChanged(environment()).catch(ignore);
  const tell = (event: DocumentEvent): void => {
    const { calls } = rpc;
    switch (event.type) {
      case 'indexing':
        return void calls.indexing({ fraction: event.fraction, records: event.records }).catch(ignore);
      case 'summary':
        if (current?.of === document.capture) current?.view.refresh();
        void calls.summaryChanged(event.summary).catch(ignore);
        if (event.summary.complete) {
          tellEnvironment();
          void devices.look();
        }
        go();
        return;
      case 'failed':
        return void calls.failed(event.problem).catch(ignore);
      case 'changedOnDisk':
        return void calls.changedOnDisk().catch(ignore);
      case 'reopened':
        return void calls.reopened().catch(ignore);
      case 'replay':
        return void calls.replayState(event.replay).catch(ignore);
      case 'preflight':
        return void calls.preflightChanged(event.preflight).catch(ignore);
      case 'settings':
        tellEnvironment();
        return;
      case 'closed':
        return;
    }
  };

  let started = false;
  /** Where to go when there are rows: an editor that has just been opened has none. */
  let pending: CaptureAction | undefined;
  const go = (): void => {
    if (pending === undefined || !started || document.summary?.complete !== true) return;
    void rpc.calls.invoke(pending).catch(ignore);
    pending = undefined;
  };

  const editor: CaptureEditor = {
    id: options.id,
    document,
    get active() {
      return panel.active;
    },
    get selection() {
      return selection;
    },
    invoke: (action) => void rpc.calls.invoke(action).catch(ignore),
    goToRecord: (record, via) => {
      pending = { action: 'goToRecord', record, ...(via === undefined ? {} : { via }) };
      go();
    },
  };

  const owned = [
    panel.webview.onDidReceiveMessage((message: unknown) => rpc.receive(message)),
    document.onEvent(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      tellEnvironment();
      void devices.look();
    }),
    devices.onChange(tellEnvironment),
  ];
  let gone = false;
  panel.onDidDispose(() => {
    gone = true;
    rpc.dispose();
    for (const one of owned) one.dispose();
  });
  void webviewPage(options.extension, 'capture', 'IREE Capture').then(
    (page) => {
      if (!gone) panel.webview.html = page;
    },
    (error: unknown) => log.error(`The capture editor cannot be shown: ${String(error)}`),
  );
  return editor;
}

/** The mode that a view's state says; the tree when it says none. */
function modeOf(state: unknown): ViewMode {
  const mode = typeof state === 'object' && state !== null && 'mode' in state ? state.mode : undefined;
  return mode === 'objects' || mode === 'flat' ? mode : 'tree';
}

/** The webview is gone or hidden: it asks for everything when it is shown again. */
function ignore(): void {
  // Nothing is lost.
}
