/** Watching one file. */
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Calls `touched` when the file is written or comes into being. In its name no character means anything but itself. */
export function watchFile(file: string, touched: () => void): vscode.Disposable {
  // What a pattern gives a meaning to stands for any character: there is no way to take the meaning from it.
  const pattern = path.basename(file).replaceAll(/[[\]{}*?!,\\]/g, '?');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path.dirname(file)), pattern));
  const only = (uri: vscode.Uri): void => {
    if (uri.fsPath === file) touched();
  };
  watcher.onDidChange(only);
  watcher.onDidCreate(only);
  return watcher;
}
