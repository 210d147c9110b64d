/** Writes what an argument of a recorded launch leads to where the user chooses. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { llvmExport } from '../../../engine/jobs/llvmExport';
import type { LlvmRecordingHost } from '../../../protocol/neighbour/llvmPages';

/** Rejects where there are no such elements, or the file cannot be written. */
export async function exportArgument(
  capture: string,
  asked: Parameters<LlvmRecordingHost['exportArgument']>[0],
  signal: AbortSignal,
): Promise<void> {
  const { argument, moment } = asked;
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(path.dirname(capture), `argument ${String(argument)} ${moment}.npy`)),
    title: vscode.l10n.t('Export Memory'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { NumPy: ['npy'] },
  });
  if (uri !== undefined) await llvmExport({ ...asked, capture, output: uri.fsPath }, signal);
}
