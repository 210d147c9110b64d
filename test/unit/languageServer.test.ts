/** The language server, driven over stdio by a client library as an editor has it. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  DocumentSymbolRequest,
  ExitNotification,
  FileChangeType,
  FoldingRangeRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  ReferencesRequest,
  RegistrationRequest,
  SemanticTokensRangeRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceSymbolRequest,
  type CodeLens,
  type DocumentSymbol,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { DUMP_LANGUAGE, IN_CAPTURE, TRUSTED } from '../../protocol/languageServer';

const root = path.resolve(import.meta.dirname, '..', '..');
const block = path.join(root, 'test', 'fixtures', 'models', 'block', 'block.sync.ireereplay');

/** A server over a folder, and what an editor would do with it. */
interface Served {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  /** The server has said that lenses are others now, since the last time this was asked. */
  refreshed(): Promise<void>;
  open(name: string, languageId: string, text: string): string;
  lenses(uri: string): Promise<readonly CodeLens[]>;
  end(): Promise<number | null>;
}

async function served(folder: string, options: object = {}): Promise<Served> {
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
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type wants it
    rootUri: null,
    capabilities: { workspace: { codeLens: { refreshSupport: true }, didChangeWatchedFiles: { dynamicRegistration: true } } },
    workspaceFolders: [{ uri: folderUri, name: 'folder' }],
    initializationOptions: { trusted: true, ...options },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    folder,
    connection,
    async refreshed() {
      while (told === seen) await new Promise<void>((resolve) => (tell = resolve));
      seen = told;
    },
    open(name, languageId, text) {
      const uri = name.includes(':') ? name : pathToFileURL(path.join(folder, name)).href;
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version: 1, text } });
      return uri;
    },
    async lenses(uri) {
      const all = (await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
      return Promise.all(all.map((lens) => connection.sendRequest(CodeLensResolveRequest.type, lens)));
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

const dumpOf = (capture: string, format: string): string =>
  execFileSync(process.execPath, [path.join(root, 'bin', 'ireereplay'), 'dump', `--format=${format}`, capture], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
const titles = (lenses: readonly CodeLens[]): readonly string[] => lenses.map(({ command }) => command?.title ?? '');

const SOURCE = `#include "iree/hal/replay/recorder.h"
// iree_hal_replay_recorder_scope_begin(recorder, IREE_SV("init"));
void run() {
  iree_hal_replay_recorder_scope_begin(
      recorder, IREE_SV("execute"));
  iree_hal_replay_recorder_scope_begin(recorder, IREE_SV("unknown"));
}
`;

describe('the language server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-server-'));
  const storage = mkdtempSync(path.join(tmpdir(), 'iree-replay-server-storage-'));
  const capture = path.join(folder, 'models', 'block.ireereplay');
  let server: Served;
  let source = '';

  before(async () => {
    mkdirSync(path.dirname(capture));
    copyFileSync(block, capture);
    mkdirSync(path.join(folder, 'node_modules'));
    copyFileSync(block, path.join(folder, 'node_modules', 'not.ireereplay'));
    server = await served(folder, { storage });
    source = server.open('app.c', 'c', SOURCE);
    await server.refreshed();
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
    rmSync(storage, { recursive: true });
  });

  test('has lenses at the markers of scopes that a capture has', async () => {
    const lenses = await server.lenses(source);
    assert.deepEqual(titles(lenses), ['Replay scope "execute"', 'Benchmark', 'Profile', 'Show in Capture (block.ireereplay)']);
    for (const { range, command } of lenses) {
      assert.equal(range.start.line, 3);
      assert.equal(command?.command, IN_CAPTURE);
    }
    assert.deepEqual(lenses[0]?.command?.arguments, [{ capture, act: 'replayScope', record: 65 }]);
  });

  test('follows edits', async () => {
    await server.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: source, version: 2 },
      contentChanges: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n\n' }],
    });
    for (const { range } of await server.lenses(source)) assert.equal(range.start.line, 5);
  });

  test('has nothing where no capture is meant', async () => {
    assert.deepEqual(await server.lenses(server.open('other.c', 'c', 'int main() { return 0; }\n')), []);
    assert.deepEqual(await server.lenses(server.open('other.md', 'markdown', SOURCE)), []);
  });

  test('finds kernels and scopes by name', async () => {
    const found = (await server.connection.sendRequest(WorkspaceSymbolRequest.type, { query: 'softmx' })) ?? [];
    assert.deepEqual(
      found.map(({ name, containerName, location }) => [name, containerName, location.uri]),
      [['block$async_dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store', 'block.ireereplay', pathToFileURL(capture).href]],
    );
  });

  for (const [format, suffix] of [
    ['text', 'txt'],
    ['jsonl', 'jsonl'],
  ] as const) {
    describe(`of a dump in ${format}`, () => {
      const text = dumpOf(block, format);
      const lines = text.split('\n');
      const lineOf = (words: RegExp): number => lines.findIndex((line) => words.test(line));
      const dispatch = lineOf(format === 'text' ? / #46 / : /"sequence_ordinal":46,/);
      let uri = '';
      before(() => {
        uri = server.open(`ireereplay:${capture}.${suffix}`, DUMP_LANGUAGE, text);
      });
      const at = (line: number, words: RegExp): { textDocument: { uri: string }; position: { line: number; character: number } } => {
        const found = words.exec(lines[line] ?? '');
        assert.ok(found !== null, lines[line]);
        return { textDocument: { uri }, position: { line, character: found.index + found[0].length } };
      };

      test('has what is in it as symbols', async () => {
        const symbols = (await server.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } })) as DocumentSymbol[];
        const scope = symbols.find(({ name }) => name === 'execute');
        assert.ok(scope?.children?.some(({ name }) => name === 'device.queue_execute'));
        const commands = symbols.find(({ name }) => name === 'command_buffer 9');
        assert.equal(commands?.children?.length, 16);
        const softmax = commands.children.find(({ name }) => name.includes('softmax'));
        assert.equal(softmax?.detail, 'command_buffer.dispatch #46');
      });

      test('goes from an object to where it is described, and to all that name it', async () => {
        const place = at(dispatch, /executable_id"?[=:]4/);
        const definition = await server.connection.sendRequest(DefinitionRequest.type, place);
        assert.ok(definition !== null && !Array.isArray(definition));
        const { start, end } = definition.range;
        const line = lines[start.line] ?? '';
        assert.equal(line.slice(start.character, end.character), '4');
        assert.match(line, format === 'text' ? /#12 object/ : /"kind":"object".*"sequence_ordinal":12,/);
        const withIt = await server.connection.sendRequest(ReferencesRequest.type, { ...place, context: { includeDeclaration: true } });
        const without = await server.connection.sendRequest(ReferencesRequest.type, { ...place, context: { includeDeclaration: false } });
        assert.equal((withIt?.length ?? 0) - 1, without?.length);
        assert.ok((without?.length ?? 0) > 16);
      });

      test('says which function a dispatch calls, and what an object is', async () => {
        const called = await server.connection.sendRequest(HoverRequest.type, at(dispatch, /function_ordinal"?[=:]\d/));
        assert.match(JSON.stringify(called), /softmax.*function 6 of executable 4.*executed once, 8 workgroups/);
        const object = await server.connection.sendRequest(HoverRequest.type, at(dispatch, /executable_id"?[=:]\d/));
        assert.match(JSON.stringify(object), /executable \*\*4\*\*, described by record #12, named in \d+ places/);
      });

      test('has lenses at its scopes and dispatches', async () => {
        const lenses = await server.lenses(uri);
        const there = lenses.filter(({ range }) => range.start.line === dispatch);
        assert.deepEqual(titles(there), ['Benchmark', 'Profile', 'Substitute…', 'Show in Capture']);
        assert.deepEqual(there[0]?.command?.arguments, [{ capture, act: 'benchmark', record: 46 }]);
        assert.equal(lenses.filter(({ command }) => command?.title.startsWith('Replay scope') === true).length, 3);
      });

      test('folds, and is coloured, in the lines that are asked for', async () => {
        const folds = (await server.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } })) ?? [];
        assert.equal(folds.length, 5);
        const range = { start: { line: dispatch, character: 0 }, end: { line: dispatch, character: 1 } };
        const tokens = await server.connection.sendRequest(SemanticTokensRangeRequest.type, { textDocument: { uri }, range });
        assert.ok(tokens !== null);
        assert.equal(tokens.data[0], dispatch);
        assert.ok(tokens.data.length > 5 * 20);
      });
    });
  }

  test('does not take another capture for that of a dump in a file', async () => {
    const text = dumpOf(block, 'text');
    const named = path.join(folder, 'models', 'block.ireereplay.txt');
    assert.ok((await server.lenses(server.open(named.slice(folder.length + 1), DUMP_LANGUAGE, text))).length > 0);
    const longer = text.replace(/file_length: \d+/, 'file_length: 1');
    writeFileSync(path.join(folder, 'models', 'two.ireereplay'), readFileSync(block));
    assert.deepEqual(await server.lenses(server.open('models/two.ireereplay.txt', DUMP_LANGUAGE, longer)), []);
    rmSync(path.join(folder, 'models', 'two.ireereplay'));
  });

  test('survives captures that come, are torn and vanish', async () => {
    const other = path.join(folder, 'other.ireereplay');
    const uri = pathToFileURL(other).href;
    const tell = (type: FileChangeType): Promise<void> =>
      server.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] });
    copyFileSync(block, other);
    await tell(FileChangeType.Created);
    await server.refreshed();
    assert.match(titles(await server.lenses(source))[3] ?? '', /\(other\.ireereplay, newest of 2\)/);
    // Whole records of it are read; the scope that begins behind them is not there.
    truncateSync(other, Math.floor(statSync(other).size / 2));
    await tell(FileChangeType.Changed);
    await server.refreshed();
    assert.match(titles(await server.lenses(source))[3] ?? '', /\(block\.ireereplay\)/);
    truncateSync(other, 3);
    await tell(FileChangeType.Changed);
    rmSync(other);
    await tell(FileChangeType.Deleted);
    assert.match(titles(await server.lenses(source))[3] ?? '', /\(block\.ireereplay\)/);
  });

  test('offers nothing that runs code until the workspace is trusted', async () => {
    const untrusted = await served(folder, { storage, trusted: false });
    const uri = untrusted.open('app.c', 'c', SOURCE);
    await untrusted.refreshed();
    assert.deepEqual(titles(await untrusted.lenses(uri)), ['Show in Capture (block.ireereplay)']);
    await untrusted.connection.sendNotification(TRUSTED);
    await untrusted.refreshed();
    assert.equal((await untrusted.lenses(uri)).length, 4);
    assert.equal(await untrusted.end(), 0);
  });
});
