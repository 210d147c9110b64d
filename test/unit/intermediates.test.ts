/** What iree-compile has left of a kernel beside its capture, as the language server offers it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DefinitionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';
import { openCapture } from '../../engine/addon/capture';
import { executableBinary } from '../../engine/kernels/export';
import { DUMP_LANGUAGE, OPTIONS_CHANGED, SOURCE_OF_KERNEL, type SourceOfKernel } from '../../protocol/processes/languageServer';
import { served, type Served } from '../servedLanguage';

const root = path.resolve(import.meta.dirname, '..', '..');
const fixture = path.join(root, 'test', 'fixtures', 'models', 'mm256', 'mm256.sync.ireereplay');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';
const STEM = 'module_matmul_dispatch_0_embedded_elf_x86_64';
const DOUBT = 'named after the kernel, which may have been compiled otherwise';

describe('intermediates of iree-compile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-stages-'));
  const capture = path.join(folder, 'mm256.ireereplay');
  const left = path.join(folder, 'dump');
  let server: Served;
  let uri = '';
  let binary: Uint8Array = new Uint8Array();
  const text = execFileSync(process.execPath, [path.join(root, 'bin', 'ireereplay'), 'dump', fixture], { encoding: 'utf8' });

  before(async () => {
    cpSync(fixture, capture);
    mkdirSync(left);
    const opened = await openCapture(capture);
    await opened.index();
    const [executable] = (await opened.summary()).executables;
    assert.ok(executable !== undefined);
    binary = await executableBinary(opened, executable);
    // As the compiler embeds them: what it would have left as files.
    for (const [index, name] of ['module_matmul_dispatch_0.mlir', 'configured_module_matmul_dispatch_0.mlir'].entries())
      writeFileSync(path.join(left, name), await opened.code.source(executable.id, index));
    opened.close();
    writeFileSync(path.join(left, `${STEM}.optimized.ll`), `; ModuleID\ndefine internal i32 @${KERNEL}(ptr %0) {\n`);
    writeFileSync(path.join(left, `${STEM}.s`), `\t.type\t${KERNEL},@function\n${KERNEL}:\n`);
    writeFileSync(path.join(left, 'module_matmul_dispatch_01.codegen.ll'), `define i32 @${KERNEL}(ptr %0) {\n`);
    writeFileSync(path.join(left, 'module_other_dispatch_0.mlir'), 'func.func @other() {\n');
    server = await served(folder);
    await server.refreshed();
    uri = server.open(`ireereplay:${capture}.txt`, DUMP_LANGUAGE, text);
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
  });

  const stages = async (): Promise<readonly (readonly [string, string, string | undefined])[]> => {
    const { stages: all = [] } = await server.connection.sendRequest<SourceOfKernel>(SOURCE_OF_KERNEL, {
      capture,
      executable: '4',
      ordinal: 0,
    });
    return all.map(({ stage, file, line, doubt }) => [stage, `${path.relative(folder, file)}:${String(line)}`, doubt]);
  };
  const placeOfCall = (): { textDocument: { uri: string }; position: { line: number; character: number } } => {
    const lines = text.split('\n');
    const line = lines.findIndex((one) => one.includes('op=command_buffer.dispatch'));
    const position = { line, character: (lines[line] ?? '').indexOf('function_ordinal=') + 'function_ordinal='.length };
    return { textDocument: { uri }, position };
  };

  test('are found in a folder beside the capture, each at the line of the kernel, with a mark', async () => {
    assert.deepEqual(await stages(), [
      ['sources', 'dump/module_matmul_dispatch_0.mlir:8', DOUBT],
      ['configured', 'dump/configured_module_matmul_dispatch_0.mlir:8', DOUBT],
      ['optimized', `dump/${STEM}.optimized.ll:2`, DOUBT],
      ['assembly', `dump/${STEM}.s:2`, DOUBT],
    ]);
  });

  test('are definitions of what a dispatch calls, and its hover leads to them', async () => {
    const found = await server.connection.sendRequest(DefinitionRequest.type, placeOfCall());
    assert.ok(Array.isArray(found));
    assert.deepEqual(
      found.map((one) => ('uri' in one ? [one.uri, one.range.start.line] : [])),
      (await stages()).map(([, place]) => [
        pathToFileURL(path.join(folder, place.split(':')[0] ?? '')).href,
        Number(place.split(':')[1]) - 1,
      ]),
    );
    const hover = JSON.stringify(await server.connection.sendRequest(HoverRequest.type, placeOfCall()));
    assert.match(hover, /left by iree-compile: \[sources\]\(file:.*mlir#L8\) ⚠, \[configured\].*\[optimized\].*\[assembly\]/);
    assert.ok(hover.includes(DOUBT), hover);
  });

  test('carry no mark where the binary that was captured is beside them', async () => {
    writeFileSync(path.join(left, `${STEM}.so`), binary);
    assert.deepEqual(new Set((await stages()).map(([, , doubt]) => doubt)), new Set([undefined]));
    binary[binary.length - 1] = (binary[binary.length - 1] ?? 0) ^ 1;
    writeFileSync(path.join(left, `${STEM}.so`), binary);
    assert.deepEqual(new Set((await stages()).map(([, , doubt]) => doubt)), new Set([DOUBT]));
  });

  test('are looked for elsewhere where a setting says so', async () => {
    const away = mkdtempSync(path.join(tmpdir(), 'iree-replay-stages-away-'));
    cpSync(left, away, { recursive: true });
    rmSync(left, { recursive: true });
    assert.deepEqual(await stages(), []);
    await server.connection.sendNotification(OPTIONS_CHANGED, { intermediates: [away] });
    assert.equal((await stages()).length, 4);
    rmSync(away, { recursive: true });
    assert.deepEqual(await stages(), []);
  });
});
