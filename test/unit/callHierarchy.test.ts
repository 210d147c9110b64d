/** Who calls a kernel, and what calls what, in dumps, MLIR and captures: asked over stdio by a client library. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  DidCloseTextDocumentNotification,
  ReferencesRequest,
  type CallHierarchyItem,
} from 'vscode-languageserver-protocol/node';
import { DUMP_LANGUAGE } from '../../protocol/processes/languageServer';
import { served, type Served } from '../servedLanguage';

const root = path.resolve(import.meta.dirname, '..', '..');
const fixtures = path.join(root, 'test', 'fixtures');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';
const MLIR = `util.func public @main(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) {
  %0 = flow.dispatch @executable::@${KERNEL}(%a, %b) : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  util.return
}
util.func public @idle() {
  util.return
}
hal.executable.export public @${KERNEL} ordinal(0)
func.func @${KERNEL}() {
`;

describe('the calls of a kernel', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-calls-'));
  const capture = path.join(folder, 'mm256.ireereplay');
  const dump = execFileSync(
    process.execPath,
    [path.join(root, 'bin', 'ireereplay'), 'dump', path.join(fixtures, 'models/mm256/mm256.sync.ireereplay')],
    {
      encoding: 'utf8',
    },
  );
  const lines = dump.split('\n');
  const dispatch = lines.findIndex((line) => line.includes('op=command_buffer.dispatch'));
  const execute = lines.findIndex((line) => line.includes('op=device.queue_execute'));
  const source = path.join(folder, 'mm256.mlir');
  let server: Served;
  let dumpUri = '';
  let mlirUri = '';

  before(async () => {
    copyFileSync(path.join(fixtures, 'models/mm256/mm256.sync.ireereplay'), capture);
    copyFileSync(path.join(fixtures, 'models/mm256/mm256.mlir'), source);
    utimesSync(source, new Date(2020, 0, 1), new Date(2020, 0, 1));
    server = await served(folder);
    await server.refreshed();
    dumpUri = server.open(`ireereplay:${capture}.txt`, DUMP_LANGUAGE, dump);
    mlirUri = server.open('dispatches.mlir', 'mlir', MLIR);
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
  });

  const prepare = async (uri: string, line: number, words: string): Promise<CallHierarchyItem | undefined> => {
    const text = (uri === dumpUri ? dump : MLIR).split('\n')[line] ?? '';
    const position = { line, character: text.indexOf(words) + words.length };
    return (await server.connection.sendRequest(CallHierarchyPrepareRequest.type, { textDocument: { uri }, position }))?.[0];
  };
  const called = async (item: CallHierarchyItem | undefined): Promise<readonly (readonly [string, string, readonly number[]])[]> => {
    assert.ok(item !== undefined);
    const found = (await server.connection.sendRequest(CallHierarchyIncomingCallsRequest.type, { item })) ?? [];
    return found.map(({ from, fromRanges }) => [from.name, from.uri, fromRanges.map(({ start }) => start.line)]);
  };
  const calls = async (item: CallHierarchyItem | undefined): Promise<readonly (readonly [string, string, readonly number[]])[]> => {
    assert.ok(item !== undefined);
    const found = (await server.connection.sendRequest(CallHierarchyOutgoingCallsRequest.type, { item })) ?? [];
    return found.map(({ to, fromRanges }) => [to.name, to.uri, fromRanges.map(({ start }) => start.line)]);
  };

  test('of a dispatch in a dump lead to its command buffer and to flow.dispatch, and the kernel is where it is written', async () => {
    const kernel = await prepare(dumpUri, dispatch, 'function_ordinal=0');
    assert.deepEqual([kernel?.name, kernel?.uri, kernel?.range.start.line], [KERNEL, pathToFileURL(source).href, 1]);
    assert.equal(kernel?.detail, 'mm256.ireereplay ⚠ found by name');
    assert.deepEqual(await called(kernel), [
      ['command_buffer 5', dumpUri, [dispatch]],
      ['main', mlirUri, [1]],
    ]);
    assert.deepEqual(await calls(kernel), []);
    assert.deepEqual(await prepare(dumpUri, dispatch, 'executable_id='), kernel);
  });

  test('go up from a command buffer to the scope that executes it, and down again to the kernel', async () => {
    const buffer = (
      await server.connection.sendRequest(CallHierarchyPrepareRequest.type, {
        textDocument: { uri: dumpUri },
        position: { line: dispatch, character: (lines[dispatch] ?? '').indexOf('obj=5') + 5 },
      })
    )?.[0];
    assert.equal(buffer?.name, 'command_buffer 5');
    assert.deepEqual(await called(buffer), [['execute', dumpUri, [execute]]]);
    assert.deepEqual(await calls(buffer), [[KERNEL, pathToFileURL(source).href, [dispatch]]]);
    const scope = await prepare(
      dumpUri,
      lines.findIndex((line) => line.includes('scope_begin') && line.includes('"execute"')),
      'op=',
    );
    assert.equal(scope?.name, 'execute');
    assert.ok((await calls(scope)).some(([name, , ranges]) => name === 'command_buffer 5' && ranges.includes(execute)));
    assert.deepEqual(await called(scope), []);
  });

  test('of a function of MLIR are the kernels that it dispatches', async () => {
    assert.deepEqual(await calls(await prepare(mlirUri, 0, '@main')), [[KERNEL, pathToFileURL(source).href, [1]]]);
    assert.deepEqual(await calls(await prepare(mlirUri, 4, '@idle')), []);
    assert.equal((await prepare(mlirUri, 1, `@${KERNEL}`))?.name, KERNEL);
    assert.equal(await prepare(mlirUri, 2, 'util'), undefined);
  });

  test('references lead from the dump to MLIR and the body, from MLIR to the dump, and without it to the capture', async () => {
    const ask = async (uri: string, line: number, words: string, includeDeclaration: boolean): Promise<readonly string[]> => {
      const text = (uri === dumpUri ? dump : MLIR).split('\n')[line] ?? '';
      const position = { line, character: text.indexOf(words) + words.length };
      const found = await server.connection.sendRequest(ReferencesRequest.type, {
        textDocument: { uri },
        position,
        context: { includeDeclaration },
      });
      return (found ?? []).map((one) => `${path.basename(one.uri)}:${String(one.range.start.line)}`);
    };
    const mentions = ['dispatches.mlir:1', 'dispatches.mlir:7', 'dispatches.mlir:8'];
    const dumped = `mm256.ireereplay.txt:${String(dispatch)}`;
    assert.deepEqual(await ask(dumpUri, dispatch, 'function_ordinal=0', true), ['mm256.mlir:1', ...mentions, dumped]);
    assert.deepEqual(await ask(mlirUri, 7, `@${KERNEL}`, false), [...mentions, dumped]);
    await server.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: dumpUri } });
    assert.deepEqual(await ask(mlirUri, 7, `@${KERNEL}`, false), [...mentions, 'mm256.ireereplay:0']);
    assert.deepEqual(await called(await prepare(mlirUri, 8, `@${KERNEL}`)), [
      ['main', mlirUri, [1]],
      ['mm256.ireereplay', pathToFileURL(capture).href, [0]],
    ]);
  });
});
