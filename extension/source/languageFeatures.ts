/** Starts the language server once there is something to serve: a capture in the workspace, or a dump in an editor. */
import * as vscode from 'vscode';
import { DUMP_LANGUAGE } from '../../protocol/languageServer';

const CAPTURES = '**/*.ireereplay';

/** Where there is no capture nothing runs, and nothing of the client is loaded. */
export function startLanguageFeaturesWhenWanted(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  let started = false;
  const waiting: vscode.Disposable[] = [];
  const start = (): void => {
    if (started) return;
    started = true;
    for (const one of waiting) one.dispose();
    void import('./languageClient')
      .then(({ startLanguageClient }) => startLanguageClient(context))
      .then(
        (client) => void context.subscriptions.push(client),
        (error: unknown) => log.error(`The language server does not start: ${String(error)}`),
      );
  };
  const look = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === DUMP_LANGUAGE) start();
  };
  const watcher = vscode.workspace.createFileSystemWatcher(CAPTURES, false, true, true);
  waiting.push(watcher, watcher.onDidCreate(start), vscode.workspace.onDidOpenTextDocument(look));
  context.subscriptions.push({ dispose: () => waiting.forEach((one) => void one.dispose()) });
  vscode.workspace.textDocuments.forEach(look);
  void vscode.workspace.findFiles(CAPTURES, '**/{node_modules,.git}/**', 1).then((found) => {
    if (found.length > 0) start();
  });
}
