/** Watching one file. */
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Calls `touched` when the file is written or comes into being, and `gone` when it goes. In its name no character means anything but itself. */
export function watchFile(file: string, touched: () => void, gone?: () => void): vscode.Disposable {
  // What a pattern gives a meaning to stands for any character: there is no way to take the meaning from it.
  const pattern = path.basename(file).replaceAll(/[[\]{}*?!,\\]/g, '?');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path.dirname(file)), pattern));
  const only =
    (act: () => void) =>
    (uri: vscode.Uri): void => {
      if (uri.fsPath === file) act();
    };
  watcher.onDidChange(only(touched));
  watcher.onDidCreate(only(touched));
  if (gone !== undefined) watcher.onDidDelete(only(gone));
  return watcher;
}
