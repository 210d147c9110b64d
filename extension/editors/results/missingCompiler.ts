/** Mends what a build lacked: the setting that names a compiler. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRun } from '../../../protocol/results/results';
import type { MissingCompiler } from '../../../protocol/replay/run';

function missingOf({ state }: MeasuredRun): MissingCompiler | undefined {
  return state.state === 'failed' ? state.missing : undefined;
}

/** Asks for a program, and keeps it as the setting; false when the user wants none. */
export async function pickCompiler(run: MeasuredRun): Promise<boolean> {
  const missing = missingOf(run);
  if (missing === undefined) return false;
  const [program] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Program That Builds {0}', path.basename(missing.source)),
      openLabel: vscode.l10n.t('Use Program'),
    })) ?? [];
  if (program === undefined) return false;
  // Of the machine that builds, as paths of programs are.
  await vscode.workspace.getConfiguration('ireeReplay').update(missing.setting, program.fsPath, vscode.ConfigurationTarget.Global);
  return true;
}

export async function openCompilerSetting(run: MeasuredRun): Promise<void> {
  const missing = missingOf(run);
  if (missing !== undefined) await vscode.commands.executeCommand('workbench.action.openSettings', `@id:ireeReplay.${missing.setting}`);
}
