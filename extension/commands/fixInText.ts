/** What mends a problem in a capture's text: VS Code shows no quick fixes in a text that cannot be changed. */
import * as vscode from 'vscode';
import { pickOne } from './questions';

/** Offers the fixes for the line of the cursor in the text that is shown, and does the one that is chosen. */
export async function fixInText(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const found = await vscode.commands.executeCommand<readonly (vscode.CodeAction | vscode.Command)[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    selection,
    vscode.CodeActionKind.QuickFix.value,
  );
  const items = found.flatMap(({ title, command }) =>
    command === undefined || typeof command === 'string' ? [] : [{ label: title, command }],
  );
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no fix for this line. F8 goes to the next problem.'));
    return;
  }
  const picked = await pickOne(items, { title: vscode.l10n.t('Fix Problem') });
  if (picked === undefined) return;
  const { command, arguments: args = [] } = picked.command;
  await vscode.commands.executeCommand(command, ...(args as readonly unknown[]));
}
