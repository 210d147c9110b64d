/** What code action providers offer at a place of a text. */
import type * as vscode from 'vscode';
import type { TextDocument } from './documents';
import type { Languages } from './languages';
import type { Problems } from './problems';
import { CancellationTokenSource } from './events';

export async function codeActionsAt(
  document: TextDocument,
  at: vscode.Range,
  languages: Languages,
  problems: Problems,
): Promise<readonly (vscode.CodeAction | vscode.Command)[]> {
  const diagnostics = problems.of(document.uri).filter((one) => one.range.intersection(at) !== undefined);
  const context = { diagnostics, only: undefined, triggerKind: 1 } as unknown as vscode.CodeActionContext;
  const { token } = new CancellationTokenSource();
  const given = languages
    .of('CodeActions', document)
    .map(async (one) => (await one.provideCodeActions(document as unknown as vscode.TextDocument, at, context, token)) ?? []);
  return (await Promise.all(given)).flat();
}
