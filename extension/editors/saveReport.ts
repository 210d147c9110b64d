/** Reports as files: where the user wants them, and in a browser. */
import * as vscode from 'vscode';
import { saveWhereAsked } from './saveAs';

/** Asks where, `name` in `folder` by default, writes the report, and offers to open it. */
export async function saveReport(folder: string, name: string, html: string): Promise<void> {
  const file = await saveWhereAsked(vscode.l10n.t('Export Report'), folder, name, new TextEncoder().encode(html));
  if (file !== undefined) void offerToOpen(file);
}

/** Where the file is on the machine of the user, whose browser can open it. */
async function offerToOpen(file: vscode.Uri): Promise<void> {
  const message = vscode.l10n.t('The report is in {0}', file.fsPath);
  if (vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web) {
    void vscode.window.showInformationMessage(message);
    return;
  }
  const open = vscode.l10n.t('Open in Browser');
  const picked = await vscode.window.showInformationMessage(message, open);
  if (picked === open) await vscode.env.openExternal(file);
}
