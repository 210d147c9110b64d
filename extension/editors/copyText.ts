/** Text of a page for the clipboard. */
import * as vscode from 'vscode';

/** Copies it, and says so for a moment in the status bar. */
export async function copyText({ text }: { readonly text: string }): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 2000);
}
