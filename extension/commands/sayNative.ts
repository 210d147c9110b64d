import * as vscode from 'vscode';

/** Only the native engine has what the user wants: offers to choose one of its devices. */
export async function sayNative(missing: string): Promise<void> {
  const select = vscode.l10n.t('Select Device…');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("IREE's tools return {0}. Choose one of the native engine's devices.", missing),
    select,
  );
  if (answer === select) await vscode.commands.executeCommand('ireeReplay.selectDevice');
}
