/** One editor of a capture: answers its webview from the native view, and tells it what happens to the document. */
import { availableParallelism } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Capture, CaptureView } from '../../../engine/addon/capture';
import { isRecord } from '../../../protocol/base/isRecord';
import type { CaptureAction, CaptureCommand, CaptureHost, CaptureWebview, Environment, ViewMode } from '../../../protocol/capture/capture';
import type { PackedRowPage } from '../../../protocol/capture/packedRows';
import type { RowPlaces, TimesSource } from '../../../protocol/capture/recordTimes';
import type { LastTimesOfCaptures } from '../../runs/lastTimes';
import type { Runs } from '../../runs/runs';
import type { Devices } from '../../devices/devices';
import type { LanguageFeatures } from '../../source/languageFeatures';
import { runnable } from '../../devices/runnable';
import { commandLineOf } from '../../runs/documentCommandLine';
import { placeOf } from '../../captures/placeOf';
import { shownName, shownVersion } from '../../captures/shownName';
import { readContents } from './contents';
import { createDestination } from './destination';
import { compareElements, exportElements } from './elementFiles';
import { kernelCode } from './kernelCode';
import type { KeptStates } from '../keptStates';
import type { PageContents, Pages } from '../page';
import { createPageLife } from '../pageLife';
import type { CaptureDocument, DocumentEvent } from '../../captures/captureDocument';

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
  readonly pages: Pages;
  readonly states: KeptStates;
  readonly runs: Runs;
  readonly devices: Devices;
  readonly times: LastTimesOfCaptures;
  readonly features: LanguageFeatures;
  readonly log: vscode.LogOutputChannel;
  /** Does what the webview asks of the whole extension. */
  run(editor: CaptureEditor, command: CaptureCommand, key: string | undefined, text: string | undefined): void;
}

/** Rows and bytes in one answer at most, whatever is asked. */
const MAX_ROWS = 1000;
const MAX_BYTES = 64 * 1024;

export function createCaptureEditor(options: CaptureEditorOptions): CaptureEditor {
  const { document, panel, states, runs, devices, times, log } = options;
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
  const rowsAt = (start: number, count: number): Promise<PackedRowPage> => view().rows(Math.max(0, start), Math.min(count, MAX_ROWS));
  const born = performance.now();
  let answered = false;
  /** Says once how long a user waits for rows: from the editor's opening until they leave for its webview. */
  const sayFirst = (rows: PackedRowPage): PackedRowPage => {
    if (!answered && rows.rows > 0) {
      answered = true;
      log.info(`${path.basename(document.uri.fsPath)}: first rows ${(performance.now() - born).toFixed(0)} ms after the editor opened`);
    }
    return rows;
  };

  const pageOf = async (mode: ViewMode, start: number, count: number): Promise<PackedRowPage> => {
    await view().setMode(mode);
    return sayFirst(await rowsAt(start, count));
  };

  const version = shownVersion(document.uri);
  const environment = (): Environment => ({
    trusted: vscode.workspace.isTrusted,
    devices: devices.all.map((one) => ({ ...one, runs: runnable(one.engine, one.device, document.summary?.executables ?? []) })),
    processors: availableParallelism(),
    settings: document.settings,
    commandLine: commandLineOf(document),
    editor: options.id,
    fileName: shownName(document.uri),
    ...(version === undefined ? {} : { version }),
  });

  const timesSource = (): { readonly times?: TimesSource } => {
    const { source } = times.of(document);
    return source === undefined ? {} : { times: source };
  };

  const life = createPageLife();
  const handlers: PageContents<CaptureHost>['handlers'] = {
    start: async ({ kept, count }) => {
      const started = life.starting();
      const state = kept ?? states.of(document.uri);
      const contents = await readContents(document, () => pageOf(modeOf(state), 0, count));
      // Once the webview has this answer.
      setTimeout(() => started() && destination.go(), 0);
      return {
        state,
        environment: environment(),
        replay: document.replay,
        preflight: document.preflight,
        changedOnDisk: document.changedOnDisk,
        ...timesSource(),
        ...contents,
      };
    },
    setMode: ({ mode, start, count }) => pageOf(mode, start, count),
    rows: ({ start, count }) => rowsAt(start, count),
    setExpanded: async ({ keys, expanded, deep, start, count }) => {
      await view().setExpanded(keys, expanded, deep);
      return rowsAt(start, count);
    },
    expandedKeys: () => view().expandedKeys(),
    reveal: ({ key }) => view().reveal(key),
    search: ({ query, filter }, signal) => view().search(query, filter, page.tell.searchState, signal),
    nextMatch: ({ from, direction }) => view().nextMatch(from, direction),
    openAtWork: () => view().openAtWork(),
    details: ({ key }) => capture().details(key),
    overview: (_, signal) => capture().overview(signal),
    findObject: ({ id }) => ({ record: capture().findObject(id) }),
    bytes: ({ record, offset, length }) => capture().bytes(record, offset, Math.min(length, MAX_BYTES)),
    times: (rows) => ({ ns: times.of(document).of(firstRows(rows)) }),
    lastRun: ({ key }) => ({ run: times.of(document).ofRecord(key) }),
    stripe: ({ buckets }) => view().stripe(buckets),
    saveState: ({ state }) => states.keep(document.uri, state),
    selected: ({ key }) => {
      selection = key;
      destination.arrived(key);
    },
    changeSettings: ({ change, without }) =>
      runs.changeSettings(document, { ...change, ...Object.fromEntries(without.map((name) => [name, undefined])) }),
    remedies: (_, signal) => runs.remedies(document, devices.all, signal),
    inspect: ({ key }, signal) => {
      const place = placeOf(key);
      if (place === undefined) throw new Error('Only an operation can be inspected.');
      return runs.inspect(document, place, page.tell.inspecting, signal);
    },
    elements: (request, signal) => runs.look(document, 'elements', request, signal),
    find: (request, signal) => runs.look(document, 'find', request, signal),
    picture: (request, signal) => runs.look(document, 'picture', request, signal),
    exportElements: (request, signal) => exportElements(document, runs, request, signal),
    compareElements: (request, signal) => compareElements(document, runs, request, signal),
    ...kernelCode(document, options.features),
    run: ({ command, key, text }) => options.run(editor, command, key, text),
  };
  const page = options.pages.fill<CaptureHost, CaptureWebview>(panel, {
    name: 'capture',
    title: vscode.l10n.t('IREE Capture'),
    handlers,
    // Where to go waits for the next page.
    left: life.left,
  });

  const tellEnvironment = (): void => page.tell.environmentChanged(environment());
  const heard = (event: DocumentEvent): void => {
    const { tell } = page;
    switch (event.type) {
      case 'indexing':
        tell.indexing({ fraction: event.fraction, records: event.records });
        return;
      case 'summary':
        if (current?.of === document.capture) void current?.view.refresh();
        tell.summaryChanged(event.summary);
        if (event.summary.complete) {
          runs.preselect(document, devices.all);
          tellEnvironment();
          void devices.look();
        }
        destination.go();
        return;
      case 'failed':
        tell.failed(event.problem);
        return;
      case 'changedOnDisk':
        tell.changedOnDisk();
        return;
      case 'reopened':
        tell.reopened();
        return;
      case 'replay':
        tell.replayState(event.replay);
        return;
      case 'preflight':
        tell.preflightChanged(event.preflight);
        return;
      case 'settings':
        tellEnvironment();
        return;
      case 'closed':
        return;
    }
  };

  const destination = createDestination(page.tell.invoke, () => life.started && document.summary?.complete === true);
  const editor: CaptureEditor = {
    id: options.id,
    document,
    get active() {
      return panel.active;
    },
    get selection() {
      return selection;
    },
    invoke: page.tell.invoke,
    goToRecord: destination.set,
  };

  page.own(
    document.onEvent(heard),
    times.onChange((changed) => changed === document && page.tell.timesChanged(timesSource())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      tellEnvironment();
      void devices.look();
    }),
    devices.onChange(() => {
      runs.preselect(document, devices.all);
      tellEnvironment();
    }),
  );
  return editor;
}

/** The mode that a view's state says; the tree when it says none. */
function modeOf(state: unknown): ViewMode {
  const mode = isRecord(state) ? state['mode'] : undefined;
  return mode === 'objects' || mode === 'flat' ? mode : 'tree';
}

/** No more of them than a page may ask for. */
function firstRows({ records, vias, lasts }: RowPlaces): RowPlaces {
  return { records: records.subarray(0, MAX_ROWS), vias: vias.subarray(0, MAX_ROWS), lasts: lasts.subarray(0, MAX_ROWS) };
}
