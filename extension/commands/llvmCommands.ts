/** Commands for what LLVM recorded of OpenMP kernels: one recording in its editor, a folder of them as a document. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { createLlvmFolderPanels } from '../editors/llvm/folderPanels';
import { LLVM_RECORDING_VIEW, registerLlvmRecordingEditor } from '../editors/llvm/recordingEditor';
import type { Pages } from '../editors/page';
import { createLlvmReplays } from '../runs/llvmReplays';

export function registerLlvm(context: vscode.ExtensionContext, pages: Pages, log: vscode.LogOutputChannel): void {
  const folders = createLlvmFolderPanels(context, pages);
  const replays = createLlvmReplays(context, log);
  registerLlvmRecordingEditor(context, { pages, log, replays, openFolder: (folder) => folders.show({ folder }) });
  context.subscriptions.push(
    replays,
    // The editor's title and the explorer give the file; the palette gives nothing, and the text that is shown is meant.
    vscode.commands.registerCommand('ireeReplay.openAsKernelRecording', async (file?: vscode.Uri) => {
      const shown = vscode.window.activeTextEditor?.document.uri;
      const uri = file ?? (shown !== undefined && path.extname(shown.path) === '.json' ? shown : await browse());
      if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, LLVM_RECORDING_VIEW);
    }),
    vscode.commands.registerCommand('ireeReplay.openKernelRecordings', async (given?: vscode.Uri) => {
      const folder = given ?? (await browseFolder());
      if (folder !== undefined) folders.show({ folder: folder.fsPath });
    }),
  );
}

async function browse(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open Kernel Recording'),
    filters: { [vscode.l10n.t('Kernel recordings')]: ['json'], [vscode.l10n.t('All files')]: ['*'] },
  });
  return picked?.[0];
}

async function browseFolder(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open Folder of Kernel Recordings'),
    openLabel: vscode.l10n.t('Open Recordings'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return picked?.[0];
}
