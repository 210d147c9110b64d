import * as vscode from 'vscode';

type Missing = 'builds' | 'dispatches';

const lacks = (missing: Missing): string =>
  missing === 'builds'
    ? vscode.l10n.t("IREE's tools cannot bisect builds of a kernel. Choose one of the native engine's devices.")
    : vscode.l10n.t("IREE's tools do not report times of individual dispatches. Choose one of the native engine's devices.");

/** Only the native engine has what the user wants: says what the engine in front lacks, and offers to choose another. */
export async function sayNative(missing: Missing): Promise<void> {
  const select = vscode.l10n.t('Select Device…');
  const answer = await vscode.window.showWarningMessage(lacks(missing), select);
  if (answer === select) await vscode.commands.executeCommand('ireeReplay.selectDevice');
}
