/** The language server, driven over stdio by a client library as an editor has it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidSaveTextDocumentNotification,
  DocumentSymbolRequest,
  FileChangeType,
  FoldingRangeRequest,
  HoverRequest,
  ReferencesRequest,
  SemanticTokensRangeRequest,
  WorkspaceSymbolRequest,
  type CodeLens,
  type DocumentSymbol,
} from 'vscode-languageserver-protocol/node';
import { openCapture } from '../../engine/addon/capture';
import {
  DUMP_LANGUAGE,
  IN_CAPTURE,
  KERNELS_IN,
  OPTIONS_CHANGED,
  SCOPES_IN,
  SHOW_DISASSEMBLY,
  SOURCE_OF_KERNEL,
  type KernelAct,
  type KernelLine,
  type ScopeLine,
  type SourceOfKernel,
} from '../../protocol/processes/languageServer';
import { served, type Served } from '../servedLanguage';

const root = path.resolve(import.meta.dirname, '..', '..');
const block = path.join(root, 'test', 'fixtures', 'models', 'block', 'block.sync.ireereplay');

/** Waits until lenses are as they should be: the server reads captures in its own time. */
async function eventually(ask: () => Promise<readonly string[]>, wanted: (titles: readonly string[]) => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const now = await ask();
    if (wanted(now)) return;
    assert.ok(Date.now() < end, `after 30 s there is ${JSON.stringify(now)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
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

  test('says which scopes begin in a source, and in which capture', async () => {
    const scopes = await server.connection.sendRequest<readonly ScopeLine[]>(SCOPES_IN, { uri: source });
    assert.deepEqual(scopes, [{ line: 3, name: 'execute', record: 65, capture, modified: statSync(capture).mtimeMs }]);
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
        assert.match(
          JSON.stringify(called),
          /softmax.*function 6 of executable 4.*one dispatch, executed once, 8 workgroups \(8 × 1 × 1\).*bindings?, \d+ constants?/,
        );
        const object = await server.connection.sendRequest(HoverRequest.type, at(dispatch, /executable_id"?[=:]\d/));
        assert.match(JSON.stringify(object), /executable \*\*4\*\*, described by record #12, named in \d+ places/);
      });

      test('has lenses at its scopes and dispatches', async () => {
        const lenses = await server.lenses(uri);
        const there = lenses.filter(({ range }) => range.start.line === dispatch);
        assert.deepEqual(titles(there), ['Benchmark', 'Profile', 'Substitute…', 'Show in Capture']);
        assert.deepEqual(there[0]?.command?.arguments, [{ capture, act: 'benchmark', record: 46 }]);
        assert.equal(lenses.filter(({ command }) => command?.title.startsWith('Replay scope') === true).length, 3);
        const scopes = await server.connection.sendRequest<readonly ScopeLine[]>(SCOPES_IN, { uri });
        assert.deepEqual(
          scopes.map(({ name, record }) => [name, record]),
          [
            ['init', 1],
            ['execute', 65],
            ['deinit', 97],
          ],
        );
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
    const shown = async (): Promise<readonly string[]> => [titles(await server.lenses(source))[3] ?? ''];
    copyFileSync(block, other);
    await tell(FileChangeType.Created);
    await eventually(shown, ([where]) => where === 'Show in Capture (other.ireereplay, newest of 2)');
    // Whole records of it are read; the scope that begins behind them is not there.
    truncateSync(other, Math.floor(statSync(other).size / 2));
    await tell(FileChangeType.Changed);
    await eventually(shown, ([where]) => where === 'Show in Capture (block.ireereplay)');
    truncateSync(other, 3);
    await tell(FileChangeType.Changed);
    rmSync(other);
    await tell(FileChangeType.Deleted);
    await eventually(shown, ([where]) => where === 'Show in Capture (block.ireereplay)');
  });

  test('follows folders that come and go', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'iree-replay-server-other-'));
    copyFileSync(block, path.join(other, 'added.ireereplay'));
    const change = (added: readonly string[], removed: readonly string[]): Promise<void> => {
      const of = (all: readonly string[]): { uri: string; name: string }[] =>
        all.map((one) => ({ uri: pathToFileURL(one).href, name: one }));
      return server.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
        event: { added: of(added), removed: of(removed) },
      });
    };
    const shown = async (): Promise<readonly string[]> => [titles(await server.lenses(source))[3] ?? ''];
    await change([other], []);
    await eventually(shown, ([where]) => where === 'Show in Capture (added.ireereplay, newest of 2)');
    await change([], [other]);
    await eventually(shown, ([where]) => where === 'Show in Capture (block.ireereplay)');
    rmSync(other, { recursive: true });
  });

  test('offers nothing that runs code until the workspace is trusted', async () => {
    const untrusted = await served(folder, { storage, trusted: false });
    const uri = untrusted.open('app.c', 'c', SOURCE);
    const shown = async (): Promise<readonly string[]> => titles(await untrusted.lenses(uri));
    await eventually(shown, (there) => there.length > 0);
    assert.deepEqual(await shown(), ['Show in Capture (block.ireereplay)']);
    await untrusted.connection.sendNotification(OPTIONS_CHANGED, { trusted: true });
    await untrusted.refreshed();
    assert.equal((await shown()).length, 4);
    assert.equal(await untrusted.end(), 0);
  });
});

describe('beside the source of a kernel', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-kernels-'));
  const models = path.join(root, 'test', 'fixtures', 'models');
  const mlir = path.join(folder, 'sources', 'mm256.mlir');
  const c = path.join(folder, 'kernels', 'elementwise.c');
  const several = path.join(folder, 'sources', 'two.mlir');
  const [product, small, two] = ['mm256', 'small', 'two'].map((name) => path.join(folder, `${name}.ireereplay`)) as [
    string,
    string,
    string,
  ];
  const old = new Date(2020, 0, 1);
  let server: Served;

  const opened = (file: string, languageId: string): string =>
    server.open(path.relative(folder, file), languageId, readFileSync(file, 'utf8'));
  const at = (lenses: readonly CodeLens[], line: number): readonly string[] =>
    titles(lenses.filter(({ range }) => range.start.line === line - 1));

  before(async () => {
    for (const [from, to] of [
      [path.join(models, 'mm256', 'mm256.mlir'), mlir],
      [path.join(root, 'test', 'fixtures', 'kernels', 'elementwise.c'), c],
      [path.join(models, 'mm256', 'mm256.sync.ireereplay'), product],
      [path.join(root, 'test', 'fixtures', 'small.ireereplay'), small],
      [path.join(models, 'two', 'two.mlir'), several],
      [path.join(models, 'two', 'two.sync-task.ireereplay'), two],
    ] as const) {
      mkdirSync(path.dirname(to), { recursive: true });
      copyFileSync(from, to);
    }
    // Sources were written before what was recorded of them.
    for (const source of [mlir, c, several]) utimesSync(source, old, old);
    server = await served(folder);
    const uri = opened(mlir, 'mlir');
    await eventually(
      async () => at(await server.lenses(uri), 2),
      (there) => there.length > 0,
    );
    await eventually(
      async () => titles(await server.lenses(opened(c, 'c'))),
      (there) => there.length > 0,
    );
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
  });

  const NAME = 'matmul_dispatch_0_matmul_256x256x256_f32';
  const byName = `⚠ ${NAME} (found by name)`;

  test('a lens stands where the compiler says that the kernel is, and marks that the place was found by name', async () => {
    const uri = pathToFileURL(mlir).href;
    const lenses = await server.lenses(uri);
    assert.deepEqual(at(lenses, 2), [byName, 'Replay scope "execute"', 'Benchmark', 'Profile', 'Sample', 'Substitute…', 'Disassembly']);
    assert.equal(lenses.length, 7);
    assert.deepEqual(lenses[1]?.command?.arguments, [{ capture: product, act: 'replayScope', record: 20 }]);
    assert.deepEqual(lenses[2]?.command?.arguments, [{ capture: product, act: 'benchmark', record: 17 }]);
  });

  test('a line of several kernels has none: what lenses would do is told of each, of those that are executed', async () => {
    const uri = opened(several, 'mlir');
    const ask = (): Promise<readonly KernelLine[]> => server.connection.sendRequest(KERNELS_IN, { uri });
    await eventually(
      async () => (await ask()).map(({ name }) => name),
      (there) => there.length > 0,
    );
    const kernels = await ask();
    assert.deepEqual(
      kernels.map(({ name, line, executable, record }) => [name, line, executable, record]),
      [
        ['two_dispatch_0_elementwise_6144_f32', 1, '7', 29],
        ['two_dispatch_1_matmul_64x80x96_f32', 1, '8', 38],
        ['two_dispatch_2_reduction_64x80_f32', 1, '8', 54],
        ['two_dispatch_3_elementwise_5120_f32', 1, '7', 47],
      ],
    );
    assert.deepEqual(await server.lenses(uri), []);
    for (const { acts, record, name, executable, ordinal } of kernels) {
      const inCapture = (title: string, act: string, at = record): KernelAct => ({
        ...{ title, command: IN_CAPTURE, arguments: [{ capture: two, act, record: at }] },
      });
      assert.deepEqual(acts, [
        inCapture('Show in Capture', 'showInCapture'),
        inCapture('Replay scope "execute"', 'replayScope', 57),
        inCapture('Benchmark', 'benchmark'),
        inCapture('Profile', 'profileDispatch'),
        inCapture('Sample', 'sampleHotspots'),
        inCapture('Substitute…', 'substituteExecutable'),
        { title: 'Disassembly', command: SHOW_DISASSEMBLY, arguments: [{ capture: two, executable, ordinal, name }] },
      ]);
    }
    const trust = (trusted: boolean): Promise<void> => server.connection.sendNotification(OPTIONS_CHANGED, { trusted });
    await trust(false);
    assert.deepEqual(
      (await ask())[0]?.acts?.map(({ title }) => title),
      ['Show in Capture', 'Disassembly'],
    );
    await trust(true);
    const [alone] = await server.connection.sendRequest<readonly KernelLine[]>(KERNELS_IN, { uri: pathToFileURL(mlir).href });
    assert.deepEqual([alone?.name, alone?.acts], [NAME, undefined]);
  });

  test('the lenses are where the kernel is by now, when lines are put above it', async () => {
    const uri = pathToFileURL(mlir).href;
    const change = (line: number, end: number, text: string, version: number): Promise<void> =>
      server.connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ range: { start: { line, character: 0 }, end: { line: end, character: 0 } }, text }],
      });
    await change(0, 0, '// one\n// two\n', 2);
    assert.equal(at(await server.lenses(uri), 4).length, 7);
    await change(3, 4, '', 3);
    assert.deepEqual(await server.lenses(uri), []);
  });

  test('a file of the content that was compiled has no mark, however it was found, and any other has one', async () => {
    const prefixes = (pathPrefixes: object): Promise<void> => server.connection.sendNotification(OPTIONS_CHANGED, { pathPrefixes });
    const uri = opened(c, 'c');
    const line = (await server.lenses(uri))[0]?.range.start.line ?? 0;
    const name = async (): Promise<string> => at(await server.lenses(uri), line + 1)[0] ?? '';
    assert.equal(await name(), 'elementwise_mul');
    utimesSync(c, new Date(), new Date(Date.now() + 60_000));
    assert.equal(await name(), 'elementwise_mul');
    const content = readFileSync(c);
    writeFileSync(c, `${content.toString()}\n`);
    utimesSync(c, old, old);
    assert.equal(await name(), '⚠ elementwise_mul (other content)');
    // The captures are known by now.
    await server.refreshed();
    // An editor asks for lenses when a file is edited, which is before it is saved.
    await server.refreshed(() => server.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }));
    await prefixes({ 'elementwise.c': c });
    assert.equal(await name(), '⚠ elementwise_mul (other content)');
    writeFileSync(c, content);
    await prefixes({});
  });

  test('hovering says what the kernel is in the capture', async () => {
    const uri = pathToFileURL(c).href;
    const line = (await server.lenses(uri))[0]?.range.start.line ?? 0;
    const hover = await server.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line, character: 2 } });
    assert.match(
      JSON.stringify(hover),
      /elementwise.*function 0 of executable 4.*executed .*compiled from elementwise\.c:78.*in small\.ireereplay"/,
    );
    const other = await server.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 0, character: 0 } });
    assert.equal(other, null);
  });

  test('a file of that name without the kernel in a capture has nothing', async () => {
    const other = path.join(folder, 'other.mlir');
    copyFileSync(path.join(models, 'mm256', 'mm256.mlir'), other);
    assert.deepEqual(await server.lenses(opened(other, 'mlir')), []);
  });

  test('a dump leads from a dispatch to the line of the kernel', async () => {
    const text = dumpOf(product, 'text');
    const uri = server.open(`ireereplay:${product}.txt`, DUMP_LANGUAGE, text);
    const lines = text.split('\n');
    const line = lines.findIndex((one) => one.includes(' #17 '));
    const character = (lines[line] ?? '').indexOf('function_ordinal=') + 'function_ordinal='.length;
    const found = await server.connection.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position: { line, character } });
    assert.ok(found !== null && !Array.isArray(found));
    assert.deepEqual([found.uri, found.range.start.line], [pathToFileURL(mlir).href, 1]);
  });

  test('MLIR that names a kernel leads to it, from what the executable embeds without a mark', async () => {
    const capture = await openCapture(product);
    await capture.index();
    const text = new TextDecoder().decode(await capture.code.source('4', 0));
    capture.close();
    const lines = text.split('\n');
    const [exported, defined] = ['hal.executable.export', 'func.func'].map((words) =>
      lines.findIndex((line) => line.includes(`${words} `)),
    );
    assert.ok(exported !== undefined && defined !== undefined && exported > 0 && defined > exported);
    const embedded = server.open(`ireereplay:${product}/4/module.0.source.mlir?source=0`, 'mlir', text);
    const file = server.open('stages/module.mlir', 'mlir', text);
    const acts = ['Replay scope "execute"', 'Benchmark', 'Profile', 'Sample', 'Substitute…', 'Disassembly'];
    assert.deepEqual(at(await server.lenses(embedded), exported + 1), [NAME, ...acts]);
    assert.deepEqual(at(await server.lenses(file), exported + 1), [`⚠ ${NAME} (by its name alone)`, ...acts]);
    const place = {
      textDocument: { uri: file },
      position: { line: defined, character: (lines[defined] ?? '').indexOf(NAME) + 3 },
    };
    const hover = await server.connection.sendRequest(HoverRequest.type, place);
    assert.match(
      JSON.stringify(hover),
      /function 0 of executable 4.*one dispatch, executed once, 16 workgroups \(\d+ × \d+ × 1\).*3 bindings, 0 constants of 32 bits.*in mm256\.ireereplay/,
    );
    const definition = await server.connection.sendRequest(DefinitionRequest.type, place);
    assert.ok(definition !== null && !Array.isArray(definition));
    assert.deepEqual([definition.uri, definition.range.start.line], [pathToFileURL(mlir).href, 1]);
    const references =
      (await server.connection.sendRequest(ReferencesRequest.type, { ...place, context: { includeDeclaration: true } })) ?? [];
    for (const uri of [embedded, file]) assert.ok(references.filter((one) => one.uri === uri).length >= 2, uri);
    const nothing = { ...place, position: { line: defined, character: 0 } };
    assert.equal(await server.connection.sendRequest(HoverRequest.type, nothing), null);
  });

  test('from a kernel to its source, and to why there is none', async () => {
    const ask = (ordinal: number): Promise<SourceOfKernel> =>
      server.connection.sendRequest(SOURCE_OF_KERNEL, { capture: product, executable: '4', ordinal });
    const { found, compiled } = await ask(0);
    assert.deepEqual(found, { file: mlir, line: 2, doubt: 'found by the end of its path alone (compiled from mm256.mlir)' });
    assert.deepEqual(compiled, { path: 'mm256.mlir', line: 2 });
    renameSync(mlir, `${mlir}.away`);
    assert.deepEqual(await ask(0), { compiled });
    renameSync(`${mlir}.away`, mlir);
    assert.deepEqual(await ask(7), {});
  });
});
