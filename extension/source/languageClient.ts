/** The client of the language server: a bundle of its own, loaded when there is something to serve. */
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { DUMP_LANGUAGE, TRUSTED, type LanguageServerOptions } from '../../protocol/languageServer';

/** Languages in which an application begins scopes of its recording. */
const MARKER_LANGUAGES = ['c', 'cpp', 'objective-c', 'objective-cpp', 'python'];

/** Starts the server. What it says goes to `log`'s neighbour in the list of output channels. */
export async function startLanguageClient(context: vscode.ExtensionContext): Promise<vscode.Disposable> {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'languageServer.js').fsPath;
  const options: LanguageServerOptions = {
    trusted: vscode.workspace.isTrusted,
    ...(context.storageUri === undefined ? {} : { storage: context.storageUri.fsPath }),
  };
  const client = new LanguageClient(
    'ireeReplay',
    'IREE Replay Language Server',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [{ language: DUMP_LANGUAGE }, ...MARKER_LANGUAGES.map((language) => ({ scheme: 'file', language }))],
      initializationOptions: options,
    },
  );
  await client.start();
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => void client.sendNotification(TRUSTED));
  return vscode.Disposable.from(trusted, { dispose: () => void client.stop() });
}
