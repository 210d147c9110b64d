/** Files that a page writes where the user chooses. */
import * as path from 'node:path';
import * as vscode from 'vscode';

/** What waits for the user is put away when the tab that asked is closed. */
export async function asking<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const putAway = (): void => void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  signal.addEventListener('abort', putAway, { once: true });
  try {
    return await work;
  } finally {
    signal.removeEventListener('abort', putAway);
  }
}

/** Asks for a file, `name` in `folder` by default. One that is there is replaced as a whole, or left as it is: it may be the last export. */
export async function saveAs(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await saveWhereAsked(vscode.l10n.t('Export'), folder, name, bytes);
}

/** The same under a title; returns the file, if one was chosen. */
export async function saveWhereAsked(title: string, folder: string, name: string, bytes: Uint8Array): Promise<vscode.Uri | undefined> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(folder, name)),
    title,
  });
  if (target === undefined) return undefined;
  const part = target.with({ path: `${target.path}.part` });
  await vscode.workspace.fs.writeFile(part, bytes);
  await vscode.workspace.fs.rename(part, target, { overwrite: true });
  return target;
}
