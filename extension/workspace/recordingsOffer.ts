/** An offer to open the kernel recordings of a workspace: once for each of its folders, and never again where the user says so. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { IGNORED_FOLDERS, RECORDINGS } from './workspaceFiles';

/** In the state of the workspace: its folders for which it was made. */
const OFFERED = 'recordingsOffered';
/** In the state of all workspaces: whether the user wants none. */
const UNWANTED = 'recordingsOfferUnwanted';

/** Enough to know whether they lie in one folder or in several. */
const MOST_RECORDINGS = 1000;

export async function offerRecordings({ globalState, workspaceState }: vscode.ExtensionContext): Promise<void> {
  if (globalState.get<boolean>(UNWANTED) === true) return;
  const offered = workspaceState.get<readonly string[]>(OFFERED, []);
  const keyOf = ({ uri }: vscode.WorkspaceFolder): string => uri.toString();
  const isNew = (folder: vscode.WorkspaceFolder): boolean => !offered.includes(keyOf(folder));
  if (!(vscode.workspace.workspaceFolders ?? []).some(isNew)) return;
  const found = (await vscode.workspace.findFiles(RECORDINGS, IGNORED_FOLDERS, MOST_RECORDINGS)).flatMap((file) => {
    const folder = vscode.workspace.getWorkspaceFolder(file);
    return file.scheme === 'file' && folder !== undefined && isNew(folder) ? [{ folder, recordings: path.dirname(file.fsPath) }] : [];
  });
  const folders = [...new Set(found.map(({ recordings }) => recordings))];
  const [first] = folders;
  if (first === undefined) return;
  await workspaceState.update(OFFERED, [...offered, ...new Set(found.map(({ folder }) => keyOf(folder)))]);
  const said =
    folders.length === 1
      ? vscode.l10n.t('{0} contains kernels that LLVM recorded.', path.basename(first))
      : vscode.l10n.t('{0} folders in this workspace contain kernels that LLVM recorded.', folders.length);
  const open = folders.length === 1 ? vscode.l10n.t('Open Recordings') : vscode.l10n.t('Show Folders');
  const never = vscode.l10n.t("Don't Show Again");
  const answer = await vscode.window.showInformationMessage(said, open, never);
  if (answer === never) await globalState.update(UNWANTED, true);
  if (answer !== open) return;
  if (folders.length === 1) await vscode.commands.executeCommand('ireeReplay.openKernelRecordings', vscode.Uri.file(first));
  else await vscode.commands.executeCommand('ireeReplay.captures.focus');
}
