/** The built language server, in place of VS Code's client of it: what pages ask of it, they ask it. */
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import {
  createProtocolConnection,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type { LanguageFeaturesClient, startLanguageClient } from '../../../extension/source/languageClient';
import {
  KERNELS_AT,
  KERNELS_CHANGED,
  KERNELS_IN,
  LINES_IN,
  REPLAY_CHANGED,
  REPLAY_OF,
  SCOPES_IN,
  SOURCE_OF_KERNEL,
  type ReplayAnswer,
  type ReplayQuestion,
} from '../../../protocol/languageServer';
import { EventEmitter } from './events';
import { ROOT } from './manifest';

/** What the extension's bundle of the client exports. */
export function languageClientOf(api: typeof vscode): { readonly startLanguageClient: typeof startLanguageClient } {
  return {
    async startLanguageClient(context, runs): Promise<LanguageFeaturesClient> {
      const server = spawn(process.execPath, [path.join(ROOT, 'dist', 'languageServer.js'), '--stdio'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
      const changes = new EventEmitter<undefined>();
      connection.onNotification(KERNELS_CHANGED, () => changes.fire(undefined));
      connection.onRequest(REPLAY_OF, ({ capture, devices }: ReplayQuestion): ReplayAnswer => {
        const replay = runs.preflightOf(capture, devices);
        return replay === undefined ? {} : { replay };
      });
      connection.onRequest(RegistrationRequest.type, () => undefined);
      connection.listen();
      const sources = api.workspace.getConfiguration('ireeReplay.sources');
      await connection.sendRequest(InitializeRequest.type, {
        processId: process.pid,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type wants it
        rootUri: null,
        capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true } },
        workspaceFolders: (api.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })),
        initializationOptions: {
          trusted: api.workspace.isTrusted,
          pathPrefixes: sources.get('pathPrefixes', {}),
          intermediates: sources.get('intermediates', []),
          ...(context.storageUri === undefined ? {} : { storage: context.storageUri.fsPath }),
        },
      });
      await connection.sendNotification(InitializedNotification.type, {});
      const preflights = runs.onPreflight((capture) => void connection.sendNotification(REPLAY_CHANGED, { capture }));
      return {
        sourceOf: (kernel) => connection.sendRequest(SOURCE_OF_KERNEL, kernel),
        kernelsIn: (uri) => connection.sendRequest(KERNELS_IN, { uri: uri.toString() }),
        linesIn: (question) => connection.sendRequest(LINES_IN, question),
        scopesIn: (uri) => connection.sendRequest(SCOPES_IN, { uri: uri.toString() }),
        kernelsAt: (uri, position) => connection.sendRequest(KERNELS_AT, { uri: uri.toString(), position }),
        onChange: changes.event as vscode.Event<unknown> as vscode.Event<void>,
        dispose() {
          preflights.dispose();
          void connection
            .sendRequest(ShutdownRequest.type)
            .then(() => connection.sendNotification(ExitNotification.type))
            .catch(() => undefined)
            .finally(() => {
              connection.dispose();
              server.kill();
            });
        },
      };
    },
  };
}
