/** One editor of a profile: answers its webview from what has been read, and tells it what happens to the document. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ProfileDocument as OpenProfile } from '../../../engine/addon/profileDocument';
import { hotspotsOf } from '../../../engine/rendering/hotspots';
import { launchesOf } from '../../../engine/rendering/launches';
import { questionRows } from '../../../engine/rendering/questionRows';
import type { SampledChoice, StageChoice } from '../../../protocol/code/hotspots';
import type { ProfileAction, ProfileHost, ProfileWebview } from '../../../protocol/profile/profile';
import type { ProfileDocument } from '../../captures/profileDocument';
import { shownName, shownVersion } from '../../captures/shownName';
import type { KeptStates } from '../keptStates';
import type { PageContents, Pages } from '../page';
import { createPageLife } from '../pageLife';
import { profiledCode } from './profiledCode';
import type { Roofs } from '../roofs';
import { asking } from '../saveAs';

export interface ProfileEditor {
  readonly id: string;
  readonly document: ProfileDocument;
  readonly active: boolean;
  invoke(action: ProfileAction): void;
}

/** What the webview asks of the whole extension. */
export type ProfileRequest = Parameters<ProfileHost['run']>[0];

export interface ProfileEditorOptions {
  readonly id: string;
  readonly document: ProfileDocument;
  readonly panel: vscode.WebviewPanel;
  readonly pages: Pages;
  readonly states: KeptStates;
  readonly roofs: Roofs;
  readonly log: vscode.LogOutputChannel;
  readonly run: (editor: ProfileEditor, request: ProfileRequest, signal: AbortSignal) => void | Promise<void>;
  readonly stages: (editor: ProfileEditor, kernel: SampledChoice, signal: AbortSignal) => Promise<readonly StageChoice[]>;
}

export function createProfileEditor({ id, document, panel, pages, states, roofs, log, run, stages }: ProfileEditorOptions): ProfileEditor {
  const profile = (): OpenProfile => {
    if (document.profile === undefined) throw new Error('The profile is not open.');
    return document.profile;
  };
  /** What is said of functions is kept by the capture; without one, by the profile. */
  const captured = (): string => document.read?.summary.capture?.path ?? document.path;
  const born = performance.now();
  let answered = false;
  const life = createPageLife();
  /** What to do when there is a page with something in it. */
  let pending: ProfileAction | undefined;
  const go = (): void => {
    if (pending === undefined || !life.started || document.read?.summary.complete !== true) return;
    page.tell.invoke(pending);
    pending = undefined;
  };

  const handlers: PageContents<ProfileHost>['handlers'] = {
    start: async ({ kept }) => {
      const started = life.starting();
      await document.show(editor);
      if (!answered) {
        answered = true;
        log.info(`${path.basename(document.path)}: first tracks ${(performance.now() - born).toFixed(0)} ms after the editor opened`);
      }
      // Once the webview has this answer.
      setTimeout(() => started() && go(), 0);
      const { read, failure, changedOnDisk } = document;
      const version = shownVersion(document.uri);
      return {
        state: kept ?? states.of(document.uri),
        editor: id,
        fileName: shownName(document.uri),
        ...(version === undefined ? {} : { version }),
        trusted: vscode.workspace.isTrusted,
        tracks: [],
        names: [],
        ...read,
        ...(failure === undefined ? {} : { failure }),
        changedOnDisk,
      };
    },
    windows: (params, signal) => profile().windows(params, signal),
    details: (params, signal) => profile().details(params, signal),
    flows: (params, signal) => profile().flows(params, signal),
    criticalPath: (params, signal) => profile().criticalPath(params, signal),
    neighbour: (params, signal) => profile().neighbour(params, signal),
    sliceAt: (params, signal) => profile().sliceAt(params, signal),
    slicesOfRecord: (params, signal) => profile().slicesOfRecord(params, signal),
    eventPlace: (params, signal) => profile().eventPlace(params, signal),
    statistics: (params, signal) => profile().statistics(params, signal),
    flame: (params, signal) => profile().flame(params, signal),
    explain: (params, signal) => profile().explain(params, signal),
    table: ({ question }, signal) => questionRows(document.path, question, signal),
    hotspots: (_, signal) => hotspotsOf(document.path, signal),
    ...profiledCode(document),
    launches: (_, signal) => launchesOf(document.path, signal),
    roof: () => roofs.known(captured()),
    measureRoof: () => roofs.measure(),
    giveOperations: ({ functions }, signal) => asking(roofs.give(captured(), functions), signal),
    stages: (kernel, signal) => stages(editor, kernel, signal),
    search: (params, signal) => profile().search(params, signal),
    nextMatch: (params, signal) => profile().nextMatch(params, signal),
    saveState: ({ state }) => states.keep(document.uri, state),
    selected: () => undefined,
    run: (request, signal) => run(editor, request, signal),
  };
  const page = pages.fill<ProfileHost, ProfileWebview>(panel, {
    name: 'profile',
    title: vscode.l10n.t('IREE Profile'),
    handlers,
    left: () => {
      life.left();
      if (!panel.visible) document.hide(editor);
    },
  });

  const editor: ProfileEditor = {
    id,
    document,
    get active() {
      return panel.active;
    },
    invoke: (action) => {
      pending = action;
      go();
    },
  };
  panel.onDidDispose(() => document.hide(editor));
  page.own(
    roofs.onChange(() => page.tell.roofChanged(undefined)),
    document.onEvent((event) => {
      switch (event.type) {
        case 'read':
          page.tell.changed(event.read);
          go();
          return;
        case 'failed':
          page.tell.failed(event.problem);
          return;
        case 'changedOnDisk':
          page.tell.changedOnDisk();
          return;
        case 'reopened':
          page.tell.reopened();
          return;
      }
    }),
  );
  return editor;
}
