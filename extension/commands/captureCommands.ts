/** Commands of the palette, menus and keys. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Devices } from '../devices/devices';
import { pickDevice } from './pickDevice';
import { chosenScope } from './chosenScope';
import { askText } from './questions';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { CAPTURE_VIEW, type CaptureEditors } from '../editors/capture/captureEditorProvider';
import type { CaptureDocument } from '../captures/captureDocument';
import { placeOf } from '../captures/placeOf';
import type { Runs } from '../runs/runs';
import { extractPiece, packCapture, reduceCapture, repairCapture, unpackCapture } from './shareCapture';
import { targetEditor, targetKey } from './targetRow';
import { commandLineOf } from '../runs/documentCommandLine';

/** What a menu passes: a webview's row, the file of the explorer, or nothing. */
type Target = vscode.Uri | { readonly ireeReplayEditor?: unknown; readonly ireeReplayKey?: unknown } | undefined;

export function registerCommands(
  context: vscode.ExtensionContext,
  editors: CaptureEditors,
  devices: Devices,
  log: vscode.LogOutputChannel,
): void {
  const editorOf = (target: Target): CaptureEditor | undefined =>
    target instanceof vscode.Uri ? editors.ofFile(target) : targetEditor(editors, target);
  /** The editor that is meant; a file of the explorer is opened first. */
  const opened = async (target: Target): Promise<CaptureEditor | undefined> => {
    const there = editorOf(target);
    if (there !== undefined && !(target instanceof vscode.Uri)) return there;
    if (target instanceof vscode.Uri) {
      await vscode.commands.executeCommand('vscode.openWith', target, CAPTURE_VIEW);
      return editors.ofFile(target);
    }
    const uri = await pickCapture();
    return uri === undefined ? undefined : opened(uri);
  };
  const register = (name: string, act: (target: Target) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(`ireeReplay.${name}`, act));
  };
  const invoking = (name: string, ...actions: Parameters<CaptureEditor['invoke']>): void =>
    register(name, (target) => editorOf(target)?.invoke(...actions));

  register('openCapture', async () => {
    const uri = await pickCapture();
    if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, CAPTURE_VIEW);
  });
  register('open', async (target) => {
    if (target instanceof vscode.Uri) await vscode.commands.executeCommand('vscode.open', target);
  });
  register('showOutput', () => log.show());

  invoking('find', { action: 'focusSearch' });
  invoking('goBack', { action: 'back' });
  invoking('goForward', { action: 'forward' });
  invoking('nextMatch', { action: 'nextMatch' });
  invoking('previousMatch', { action: 'previousMatch' });
  invoking('nextProblem', { action: 'nextProblem' });
  invoking('previousProblem', { action: 'previousProblem' });

  register('goToRecord', async (target) => {
    const editor = editorOf(target);
    const last = (editor?.document.summary?.records ?? 0) - 1;
    if (editor === undefined || last < 0) return;
    const text = await askText({
      title: vscode.l10n.t('Go to Record'),
      prompt: vscode.l10n.t('A record number from 0 to {0}', last),
      validateInput: (value) =>
        /^#?\d+$/.test(value.trim()) && Number(value.trim().replace('#', '')) <= last
          ? undefined
          : vscode.l10n.t('A number from 0 to {0}', last),
    });
    if (text !== undefined) editor.goToRecord(Number(text.trim().replace('#', '')));
  });
  register('showRecordBytes', (target) => {
    const editor = editorOf(target);
    const record = Number.parseInt(editor === undefined ? '' : (targetKey(editor, target) ?? ''), 10);
    if (Number.isInteger(record)) editor?.goToRecord(record);
    editor?.invoke({ action: 'showBytes' });
  });
  register('copyRecordAsJson', async (target) => {
    const editor = editorOf(target);
    const key = editor === undefined ? undefined : targetKey(editor, target);
    if (editor?.document.capture === undefined || key === undefined) return;
    await vscode.env.clipboard.writeText((await editor.document.capture.details(key)).json);
    vscode.window.setStatusBarMessage('Record copied as JSON', 2000);
  });
  register('copyAsCliCommand', async (target) => {
    const document = editorOf(target)?.document;
    if (document === undefined) return;
    await vscode.env.clipboard.writeText(commandLineOf(document));
    vscode.window.setStatusBarMessage('Command line copied', 2000);
  });
  register('extractPiece', async (target) => {
    const editor = await opened(target);
    if (editor !== undefined) await extractPiece(editors.runs, editor.document, targetKey(editor, target));
  });
  const sharing = (name: string, act: (runs: Runs, document: CaptureDocument) => Promise<void>): void =>
    register(name, async (target) => {
      const editor = await opened(target);
      if (editor === undefined) return;
      await editor.document.whenComplete();
      await act(editors.runs, editor.document);
    });
  sharing('packCapture', packCapture);
  sharing('unpackCapture', unpackCapture);
  sharing('repairCapture', repairCapture);
  sharing('reduceCapture', (runs, document) => reduceCapture(runs, document, devices));
  register('reload', async (target) => editorOf(target)?.document.reload());

  register('replay', async (target) => {
    const editor = await opened(target);
    if (editor !== undefined) await editors.runs.replay(editor.document, { kind: 'capture' });
  });
  register('replayUpTo', async (target) => {
    const editor = editorOf(target);
    const place = editor === undefined ? undefined : placeOf(targetKey(editor, target));
    if (editor !== undefined && place !== undefined) await editors.runs.replay(editor.document, { kind: 'upTo', ...place });
  });
  register('replayScope', async (target) => {
    const editor = editorOf(target);
    const name = editor === undefined ? undefined : await chosenScope(editor, targetKey(editor, target), vscode.l10n.t('Replay Scope'));
    if (editor !== undefined && name !== undefined) await editors.runs.replay(editor.document, { kind: 'scope', name });
  });
  register('cancelReplay', (target) => {
    const editor = editorOf(target);
    if (editor !== undefined) editors.runs.cancel(editor.document);
  });
  register('selectDevice', async (target) => {
    const editor = editorOf(target);
    if (editor === undefined) return;
    const chosen = await pickDevice(devices, editor.document.settings, editor.document.summary);
    if (chosen !== undefined) editors.runs.changeSettings(editor.document, chosen);
  });
  register('remapFiles', async (target) => {
    const editor = editorOf(target);
    if (editor !== undefined) await editors.runs.remapFiles(editor.document);
  });
  register('checkFiles', async (target) => {
    const editor = editorOf(target);
    if (editor !== undefined) await editors.runs.checkFiles(editor.document);
  });
  register('preflight', async (target) => {
    const editor = await opened(target);
    if (editor === undefined || (await editor.document.whenComplete()) === undefined) return;
    await editors.runs.checkFiles(editor.document);
    const { preflight } = editor.document;
    const name = path.basename(editor.document.path);
    if (preflight.state === 'left to iree')
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Whether {0} can be replayed will be known only once IREE's tools run it.", name),
      );
    else if (preflight.state === 'done' && preflight.problems.every(({ severity }) => severity === 'info'))
      void vscode.window.showInformationMessage(vscode.l10n.t('Nothing prevents {0} from being replayed on {1}.', name, preflight.device));
    else if (preflight.state === 'done') {
      // All of them stand above the records.
      const record = preflight.problems.find((problem) => problem.record !== undefined)?.record;
      if (record !== undefined) editor.goToRecord(record);
    }
  });
  register('replaceExecutable', async (target) => {
    const editor = editorOf(target);
    if (editor === undefined) return;
    const { document } = editor;
    const place = placeOf(targetKey(editor, target));
    const executable = document.summary?.executables.find(({ record }) => record === place?.record);
    if (executable === undefined) return;
    const [file] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Executable to Use Instead of {0}', executable.id),
        openLabel: vscode.l10n.t('Use Executable'),
        filters: { [vscode.l10n.t('Executables')]: ['so'], [vscode.l10n.t('All files')]: ['*'] },
      })) ?? [];
    if (file === undefined) return;
    const others = (document.settings.substitutions ?? []).filter((other) => !other.startsWith(`${executable.id}=`));
    editors.runs.changeSettings(document, { substitutions: [...others, `${executable.id}=${file.fsPath}`] });
  });
}

async function pickCapture(): Promise<vscode.Uri | undefined> {
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open Capture'),
    filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'], [vscode.l10n.t('All files')]: ['*'] },
  });
  return uris?.[0];
}
