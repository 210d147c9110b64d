/** `ireereplay` on the PATH of VS Code's terminals, so that a command line that was copied works where it is pasted. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { PLATFORMS, platformHere } from '../../engine/addon/missing';
import { writeLauncher } from './launcher';

/**
 * Puts the folder of a launcher, which holds nothing else, before what terminals have as PATH: of this machine's terminals, or of the
 * one that VS Code is connected to. Where the command line does not work, terminals stay as they are.
 */
export async function putOnTerminalPath(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<void> {
  const { environmentVariableCollection: variables, globalStorageUri, extensionUri } = context;
  const folder = path.join(globalStorageUri.fsPath, 'bin');
  try {
    if (!PLATFORMS.includes(platformHere())) throw new Error(`the command line is for ${PLATFORMS.join(' and ')}`);
    if (folder.includes(path.delimiter)) throw new Error(`${folder} cannot stand in PATH`);
    await writeLauncher(folder, { node: process.execPath, script: vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath });
  } catch (error) {
    variables.clear();
    log.info(`ireereplay is not on the PATH of terminals: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  variables.description = vscode.l10n.t("Puts `ireereplay`, IREE Replay's command-line tool, on `PATH`.");
  // Again when the shell has read its own start files, which may set PATH anew.
  variables.prepend('PATH', folder + path.delimiter, { applyAtProcessCreation: true, applyAtShellIntegration: true });
}
