/** Makes captures documents of VS Code, and knows their open editors. */
import * as vscode from 'vscode';
import type { CaptureCommand } from '../../../protocol/capture/capture';
import type { Devices } from '../../devices/devices';
import type { LastTimesOfCaptures } from '../../runs/lastTimes';
import type { Runs } from '../../runs/runs';
import { createCaptureDocument, type CaptureDocument } from '../../captures/captureDocument';
import { isSameFile } from '../../captures/isSameFile';
import { shownName } from '../../captures/shownName';
import { createCaptureEditor, type CaptureEditor } from './captureEditor';
import type { Pages } from '../page';
import type { LanguageFeatures } from '../../source/languageFeatures';

export const CAPTURE_VIEW = 'ireeReplay.capture';

export interface CaptureEditors {
  readonly runs: Runs;
  readonly times: LastTimesOfCaptures;
  /** Another editor is in front, or a capture is replayed otherwise than before. */
  readonly onChange: vscode.Event<void>;
  /** The editor that a command of the palette or a key acts on. */
  active(): CaptureEditor | undefined;
  byId(id: string): CaptureEditor | undefined;
  ofFile(uri: vscode.Uri): CaptureEditor | undefined;
}

/** Commands of the extension that the webview's buttons stand for. */
const COMMAND_OF: Record<Exclude<CaptureCommand, 'copyText' | 'trustWorkspace' | 'openAsText'>, string> = {
  replay: 'ireeReplay.replay',
  replayUpTo: 'ireeReplay.replayUpTo',
  replayScope: 'ireeReplay.replayScope',
  benchmark: 'ireeReplay.benchmark',
  benchmarkCapture: 'ireeReplay.benchmarkCapture',
  profileCapture: 'ireeReplay.profileCapture',
  profileScope: 'ireeReplay.profileScope',
  profileDispatch: 'ireeReplay.profileDispatch',
  showInProfile: 'ireeReplay.showInProfile',
  verify: 'ireeReplay.verify',
  substituteExecutable: 'ireeReplay.substituteExecutable',
  exportExecutable: 'ireeReplay.exportExecutable',
  cancelReplay: 'ireeReplay.cancelReplay',
  copyJson: 'ireeReplay.copyRecordAsJson',
  copyCli: 'ireeReplay.copyAsCliCommand',
  showOutput: 'ireeReplay.showOutput',
  reload: 'ireeReplay.reload',
  remapFiles: 'ireeReplay.remapFiles',
  checkFiles: 'ireeReplay.checkFiles',
  replaceExecutable: 'ireeReplay.replaceExecutable',
  selectDevice: 'ireeReplay.selectDevice',
};

export function registerCaptureEditor(
  context: vscode.ExtensionContext,
  pages: Pages,
  runs: Runs,
  devices: Devices,
  times: LastTimesOfCaptures,
  features: LanguageFeatures,
  log: vscode.LogOutputChannel,
): CaptureEditors {
  const open = new Map<string, CaptureEditor>();
  const states = pages.states('captureView');
  const changes = new vscode.EventEmitter<void>();
  context.subscriptions.push(changes);
  let nextId = 1;

  const run = (editor: CaptureEditor, command: CaptureCommand, key: string | undefined, text: string | undefined): void => {
    if (command === 'copyText') void vscode.env.clipboard.writeText(text ?? '');
    else if (command === 'trustWorkspace') void vscode.commands.executeCommand('workbench.trust.manage');
    else if (command === 'openAsText') void vscode.commands.executeCommand('workbench.action.reopenWithEditor');
    else void vscode.commands.executeCommand(COMMAND_OF[command], { ireeReplayEditor: editor.id, ireeReplayKey: key });
  };

  const provider: vscode.CustomReadonlyEditorProvider<CaptureDocument> = {
    openCustomDocument(uri) {
      const document = createCaptureDocument(uri, log);
      runs.attach(document);
      times.attach(document);
      return document;
    },
    resolveCustomEditor(document, panel) {
      const id = String(nextId++);
      if (document.uri.scheme !== 'file') panel.title = shownName(document.uri);
      open.set(id, createCaptureEditor({ id, document, panel, pages, states, runs, devices, times, features, log, run }));
      const shown = vscode.Disposable.from(
        panel.onDidChangeViewState(() => changes.fire()),
        document.onEvent(({ type }) => {
          if (type === 'settings' || type === 'reopened') changes.fire();
        }),
      );
      panel.onDidDispose(() => {
        open.delete(id);
        shown.dispose();
        changes.fire();
      });
      changes.fire();
    },
  };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(CAPTURE_VIEW, provider, {
      supportsMultipleEditorsPerDocument: true,
      webviewOptions: { retainContextWhenHidden: false, enableFindWidget: false },
    }),
  );

  return {
    runs,
    times,
    onChange: changes.event,
    active: () => [...open.values()].find((editor) => editor.active),
    byId: (id) => open.get(id),
    ofFile: (uri) => [...open.values()].find(({ document }) => isSameFile(document.uri, uri)),
  };
}
