/** Files that elements are written to, or compared with: the user chooses them. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { CaptureHost, NamedComparison } from '../../../protocol/capture/capture';
import type { CaptureDocument } from '../../captures/captureDocument';
import type { Runs } from '../../runs/runs';

type Asked<Method extends keyof CaptureHost> = Parameters<CaptureHost[Method]>[0];

const FORMATS = { npy: 'NumPy', bin: 'Binary' } as const;

/** Writes elements to a file that the user chooses; undefined when none was. */
export async function exportElements(
  document: CaptureDocument,
  runs: Runs,
  { view, format, name }: Asked<'exportElements'>,
  signal: AbortSignal,
): Promise<{ readonly file: string } | undefined> {
  const defaultUri = vscode.Uri.file(path.join(path.dirname(document.path), `${name}.${format}`));
  const uri = await vscode.window.showSaveDialog({
    defaultUri,
    title: vscode.l10n.t('Export Elements'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [FORMATS[format]]: [format] },
  });
  if (uri === undefined) return undefined;
  await runs.look(document, 'exportElements', { view, format, file: uri.fsPath }, signal);
  return { file: path.basename(uri.fsPath) };
}

/** Compares elements with what the page names, or with a file that the user chooses; undefined when none was. */
export async function compareElements(
  document: CaptureDocument,
  runs: Runs,
  { view, tolerance, with: other }: Asked<'compareElements'>,
  signal: AbortSignal,
): Promise<NamedComparison | undefined> {
  if (other.kind === 'view') {
    return { comparison: await runs.look(document, 'compareElements', { view, tolerance, with: other }, signal) };
  }
  if (other.kind === 'record') {
    const moment = { ...other, run: runs.optionsOf(document) };
    return { comparison: await runs.look(document, 'compareElements', { view, tolerance, with: moment }, signal) };
  }
  const [uri] =
    (await vscode.window.showOpenDialog({
      defaultUri: vscode.Uri.file(path.dirname(document.path)),
      title: vscode.l10n.t('Compare With'),
      openLabel: vscode.l10n.t('Compare'),
      filters: { NumPy: ['npy'] },
    })) ?? [];
  if (uri === undefined) return undefined;
  const file = { kind: 'npy', file: uri.fsPath } as const;
  const comparison = await runs.look(document, 'compareElements', { view, tolerance, with: file }, signal);
  return { file: path.basename(uri.fsPath), comparison };
}
