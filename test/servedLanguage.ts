/** A language server, driven over stdio by a client library as an editor has it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeLensRefreshRequest,
  CodeLensRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeLens,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';

const root = path.resolve(__dirname, '..');

/** A server over a folder, and what an editor would do with it. */
export interface Served {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  readonly pid: number;
  /** The server has said that lenses are others now, since the last time this was asked, or since `act` began. */
  refreshed(act?: () => Promise<void>): Promise<void>;
  open(name: string, languageId: string, text: string): string;
  lenses(uri: string): Promise<readonly CodeLens[]>;
  end(): Promise<number | null>;
}

/** Starts the server that is built, over `folder`. */
export async function served(folder: string, options: object = {}): Promise<Served> {
  const server: ChildProcess = spawn(process.execPath, [path.join(root, 'dist', 'languageServer.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  assert.ok(server.stdout !== null && server.stdin !== null);
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  let told = 0;
  let seen = 0;
  let tell = (): void => undefined;
  connection.onRequest(CodeLensRefreshRequest.type, () => {
    told++;
    tell();
  });
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.listen();
  const folderUri = pathToFileURL(folder).href;
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    // oxlint-disable-next-line typescript/no-deprecated -- the type wants it
    rootUri: null,
    capabilities: {
      workspace: { codeLens: { refreshSupport: true }, didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true },
    },
    workspaceFolders: [{ uri: folderUri, name: 'folder' }],
    initializationOptions: { trusted: true, ...options },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    folder,
    connection,
    pid: server.pid ?? 0,
    async refreshed(act) {
      if (act !== undefined) {
        seen = told;
        await act();
      }
      const late = setTimeout(() => {
        throw new Error('the server has not said that lenses are others');
      }, 30_000);
      while (told === seen) await new Promise<void>((resolve) => (tell = resolve));
      clearTimeout(late);
      seen = told;
    },
    open(name, languageId, text) {
      const uri = name.includes(':') ? name : pathToFileURL(path.join(folder, name)).href;
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version: 1, text } });
      return uri;
    },
    async lenses(uri) {
      return (await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
    },
    async end() {
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await ended;
      connection.dispose();
      return code;
    },
  };
}
