/** Installs IREE's tools into a Python environment, after saying what that runs. */
import { statSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { shellWord } from '../../protocol/words/shellWords';
import { runInTerminal, type Command } from '../terminals/runInTerminal';
import { activatePython, chosenPython } from './pythonEnvironment';

/** On PyPI: iree-compile, and the programs that run modules. */
const PACKAGES = ['iree-base-compiler', 'iree-base-runtime'] as const;

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const pythonOf = (environment: string): string => path.join(environment, 'bin', 'python');

/** What installs them: into the environment that the Python extension has chosen, else into the folder's own, which is made where there is none. */
function commandsFor(folder: string): readonly Command[] {
  const chosen = chosenPython();
  const environments = ['.venv', 'venv'].map((name) => path.join(folder, name));
  const there = [...(chosen === undefined ? [] : [chosen, pythonOf(chosen)]), ...environments.map(pythonOf)].find(isFile);
  const made = path.join(folder, '.venv');
  const install = (python: string): Command => [python, '-m', 'pip', 'install', ...PACKAGES];
  return there === undefined ? [['python3', '-m', 'venv', made], install(pythonOf(made))] : [install(there)];
}

/** Asks, and installs them; whether they are there then. */
export async function installTools(): Promise<boolean> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a folder first: IREE will be installed into the Python environment of that folder.'),
    );
    return false;
  }
  await activatePython();
  const commands = commandsFor(folder.uri.fsPath);
  const install = vscode.l10n.t('Install');
  const detail = [
    ...commands.map((words) => words.map(shellWord).join(' ')),
    vscode.l10n.t('This downloads them from PyPI (several hundred megabytes) and shows the progress in a terminal.'),
  ].join('\n\n');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t("Install IREE's tools?"), { modal: true, detail }, install);
  if (answer !== install) return false;
  for (const command of commands) {
    const status = await runInTerminal(command, { name: vscode.l10n.t('Install IREE'), cwd: folder.uri.fsPath, scope: folder });
    if (status === 0) continue;
    void vscode.window.showErrorMessage(vscode.l10n.t('IREE was not installed. The “Install IREE” terminal says why.'));
    return false;
  }
  return true;
}
