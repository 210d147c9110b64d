/** Where something is recorded: in its workspace folder, or else in the first. */
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface RecordingPlace {
  /** None where no folder is open. */
  readonly folder: vscode.WorkspaceFolder | undefined;
  /** Where relative paths begin: the workspace folder, or else the folder of the file itself. */
  readonly root: string;
  /** A path from the root, where it is below; otherwise as it is. */
  readonly short: (file: string) => string;
}

export function recordingPlaceOf(uri: vscode.Uri): RecordingPlace {
  const folder = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.workspace.workspaceFolders?.[0];
  const root = folder?.uri.fsPath ?? path.dirname(uri.fsPath);
  const short = (file: string): string => {
    const relative = path.relative(root, file);
    return folder === undefined || relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
  };
  return { folder, root, short };
}
