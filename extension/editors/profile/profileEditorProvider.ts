/** Makes profiles documents of VS Code, and knows their open editors. */
import * as vscode from 'vscode';
import { createCaptureOfProfile, type CaptureOfProfile } from '../../captures/captureOfProfile';
import { createMemoryBudget, type MemoryBudget } from '../../captures/memoryBudget';
import { createProfileDocument, type ProfileDocument } from '../../captures/profileDocument';
import { isSameFile } from '../../captures/isSameFile';
import { shownName } from '../../captures/shownName';
import type { ProfileAction } from '../../../protocol/profile/profile';
import type { Pages } from '../page';
import type { Roofs } from '../roofs';
import { createProfileEditor, type ProfileEditor, type ProfileEditorOptions } from './profileEditor';

export const PROFILE_VIEW = 'ireeReplay.profile';

export interface ProfileEditors {
  /** Where captures of profiles are. */
  readonly captures: CaptureOfProfile;
  /** Of all profiles that are open together. */
  readonly budget: MemoryBudget;
  /** The editor that a command of the palette or a key acts on. */
  active(): ProfileEditor | undefined;
  ofFile(uri: vscode.Uri): ProfileEditor | undefined;
  /** Opens a profile in its editor, which then does what is asked. */
  open(file: string, then?: ProfileAction): Promise<void>;
}

/** At what a record of the capture did, where one is given. */
export const atRecord = (record: number | undefined): ProfileAction | undefined =>
  record === undefined ? undefined : { action: 'goToRecord', record };

/** Bytes that all open profiles may hold together. What is shown stays whatever it holds. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** `run` and `stages` answer what a page asks of the whole extension. */
export function registerProfileEditor(
  context: vscode.ExtensionContext,
  pages: Pages,
  roofs: Roofs,
  log: vscode.LogOutputChannel,
  { run, stages }: Pick<ProfileEditorOptions, 'run' | 'stages'>,
): ProfileEditors {
  const open = new Map<string, ProfileEditor>();
  const states = pages.states('profileView');
  const captures = createCaptureOfProfile(context.workspaceState);
  const budget = createMemoryBudget(MOST_BYTES);
  let nextId = 1;
  const provider: vscode.CustomReadonlyEditorProvider<ProfileDocument> = {
    openCustomDocument: (uri) => createProfileDocument(uri, { budget, captures, log }),
    resolveCustomEditor(document, panel) {
      const id = String(nextId++);
      if (document.uri.scheme !== 'file') panel.title = shownName(document.uri);
      open.set(id, createProfileEditor({ id, document, panel, pages, states, roofs, log, run, stages }));
      panel.onDidDispose(() => open.delete(id));
    },
  };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(PROFILE_VIEW, provider, {
      supportsMultipleEditorsPerDocument: true,
      webviewOptions: { retainContextWhenHidden: false, enableFindWidget: false },
    }),
  );
  const ofFile = (uri: vscode.Uri): ProfileEditor | undefined => [...open.values()].find(({ document }) => isSameFile(document.uri, uri));
  return {
    captures,
    budget,
    active: () => [...open.values()].find((editor) => editor.active),
    ofFile,
    async open(file, then) {
      const uri = vscode.Uri.file(file);
      await vscode.commands.executeCommand('vscode.openWith', uri, PROFILE_VIEW);
      if (then !== undefined) ofFile(uri)?.invoke(then);
    },
  };
}
