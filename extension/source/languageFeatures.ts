/** Starts the language server once there is something to serve: a capture in the workspace, a dump in an editor, a question. */
import * as vscode from 'vscode';
import {
  DUMP_LANGUAGE,
  LISTING_LANGUAGE,
  type KernelLine,
  type KernelOfCapture,
  type LinesQuestion,
  type PlacedLine,
  type ScopeLine,
  type SourceOfKernel,
} from '../../protocol/processes/languageServer';
import type { Runs } from '../runs/runs';
import type { LanguageFeaturesClient } from './languageClient';

const CAPTURES = '**/*.ireereplay';

export interface LanguageFeatures {
  /** Asks the server, which is started for it. Rejects when it cannot be. */
  sourceOf(kernel: KernelOfCapture): Promise<SourceOfKernel>;
  /** Of a server that runs; none while none does. */
  kernelsIn(uri: vscode.Uri): Promise<readonly KernelLine[]>;
  /** Which of the lines are in the document; none while no server runs. */
  linesIn(question: LinesQuestion): Promise<readonly PlacedLine[]>;
  /** Scopes that begin in it; none while no server runs. */
  scopesIn(uri: vscode.Uri): Promise<readonly ScopeLine[]>;
  /** Those that are defined or named at the position; none while no server runs. */
  kernelsAt(uri: vscode.Uri, position: vscode.Position): Promise<readonly KernelLine[]>;
  /** What kernelsIn() and scopesIn() answer may be otherwise by now. */
  readonly onChange: vscode.Event<void>;
}

/** Where there is no capture nothing runs, and nothing of the client is loaded. */
export function createLanguageFeatures(
  context: vscode.ExtensionContext,
  runs: Pick<Runs, 'preflightOf' | 'onPreflight'>,
  log: vscode.LogOutputChannel,
): LanguageFeatures {
  let client: Promise<LanguageFeaturesClient> | undefined;
  const changes = new vscode.EventEmitter<void>();
  const waiting: vscode.Disposable[] = [];
  const started = (): Promise<LanguageFeaturesClient> => {
    if (client !== undefined) return client;
    for (const one of waiting) one.dispose();
    client = import('./languageClient').then(({ startLanguageClient }) => startLanguageClient(context, runs));
    client.then(
      (one) => {
        context.subscriptions.push(one);
        context.subscriptions.push(one.onChange(() => changes.fire()));
        changes.fire();
      },
      (error: unknown) => log.error(`The language server does not start: ${String(error)}`),
    );
    return client;
  };
  const start = (): void => void started().catch(() => undefined);
  const look = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === DUMP_LANGUAGE || languageId === LISTING_LANGUAGE) start();
  };
  const watcher = vscode.workspace.createFileSystemWatcher(CAPTURES, false, true, true);
  waiting.push(watcher, watcher.onDidCreate(start), vscode.workspace.onDidOpenTextDocument(look));
  context.subscriptions.push({ dispose: () => waiting.forEach((one) => void one.dispose()) });
  vscode.workspace.textDocuments.forEach(look);
  void vscode.workspace.findFiles(CAPTURES, '**/{node_modules,.git}/**', 1).then((found) => {
    if (found.length > 0) start();
  });
  return {
    sourceOf: async (kernel) => (await started()).sourceOf(kernel),
    kernelsIn: async (uri) => (await client?.catch(() => undefined))?.kernelsIn(uri) ?? [],
    linesIn: async (question) => (await client?.catch(() => undefined))?.linesIn(question) ?? [],
    scopesIn: async (uri) => (await client?.catch(() => undefined))?.scopesIn(uri) ?? [],
    kernelsAt: async (uri, position) => (await client?.catch(() => undefined))?.kernelsAt(uri, position) ?? [],
    onChange: changes.event,
  };
}
