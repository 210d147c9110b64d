/** What lenses beside sources and dumps do, and how a capture becomes a dump. */
import * as vscode from 'vscode';
import { isRecord } from '../../protocol/isRecord';
import { CAPTURE_ACTS, IN_CAPTURE, type CaptureAct, type DumpSuffix } from '../../protocol/languageServer';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { openDump, registerDumpDocuments } from '../source/dumpDocuments';
import { startLanguageFeaturesWhenWanted } from '../source/languageFeatures';
import { showRecord } from './showRecord';

export function registerSources(context: vscode.ExtensionContext, editors: CaptureEditors, log: vscode.LogOutputChannel): void {
  const register = (name: string, act: (...args: readonly unknown[]) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  };
  register(IN_CAPTURE, async (target) => {
    if (!isRecord(target)) return;
    const { capture, record } = target;
    const act = CAPTURE_ACTS.find((one) => one === target['act']);
    if (typeof capture === 'string' && typeof record === 'number' && act !== undefined) await inCapture(editors, capture, record, act);
  });
  const dump = (format: DumpSuffix) => async (target: unknown) => {
    const uri = target instanceof vscode.Uri ? target : editors.active()?.document.uri;
    if (uri !== undefined) await openDump(uri, format);
  };
  register('ireeReplay.openAsText', dump('text'));
  register('ireeReplay.openAsJsonl', dump('jsonl'));
  context.subscriptions.push(registerDumpDocuments(context));
  startLanguageFeaturesWhenWanted(context, log);
}

/** Opens the capture at the record; what is done there is what the capture editor's own menu does with that row. */
async function inCapture(editors: CaptureEditors, capture: string, record: number, act: CaptureAct): Promise<void> {
  const editor = await showRecord(editors, capture, record);
  if (editor === undefined || act === 'showInCapture') return;
  if ((await editor.document.whenComplete()) === undefined) return;
  await vscode.commands.executeCommand(`ireeReplay.${act}`, { ireeReplayEditor: editor.id, ireeReplayKey: String(record) });
}
