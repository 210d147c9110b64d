/** A record of a capture, in the capture's editor. */
import * as vscode from 'vscode';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { CAPTURE_VIEW, type CaptureEditors } from '../editors/capture/captureEditorProvider';

/** Opens the capture, at the record where one is given; undefined when that opens no editor of ours. */
export async function showRecord(editors: CaptureEditors, file: string, record?: number, via?: number): Promise<CaptureEditor | undefined> {
  const uri = vscode.Uri.file(file);
  await vscode.commands.executeCommand('vscode.openWith', uri, CAPTURE_VIEW);
  const editor = editors.ofFile(uri);
  if (record !== undefined) editor?.goToRecord(record, via);
  return editor;
}
