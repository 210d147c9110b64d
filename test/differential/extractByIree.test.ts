/** Pieces of captures, extracted where IREE's own tool replays them: on Vulkan, and on processors as the native engine extracts them. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { ExtractResult } from '../../protocol/sharing/sharing';
import { unpacked } from '../captures';
import { fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { ireeAtOnceProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const iree = ['--engine=iree', `--iree_tools=${path.dirname(ireeAtOnceProgram('iree-run-replay'))}`];
const block = unpacked(folder, 'models/block/block-vulkan.ireereplay.gz');

interface Extracted {
  readonly status: unknown;
  readonly said: string;
  readonly result: ExtractResult | undefined;
  readonly file: string;
}

let files = 0;
/** Each into a folder of its own, in which nothing else is left. */
function extracted(capture: string, ...flags: readonly string[]): Extracted {
  const own = path.join(folder, `pieces ${String(files++)}`);
  mkdirSync(own);
  const file = path.join(own, 'piece.ireereplay');
  const { status, stdout, stderr } = ireereplay('extract', '--format=json', '-o', file, ...flags, capture);
  assert.deepEqual(readdirSync(own), status === 0 ? ['piece.ireereplay'] : [], 'nothing else is left');
  return { status, said: stderr, result: status === 0 ? (JSON.parse(stdout.toString()) as ExtractResult) : undefined, file };
}

function outputs(capture: string, ...flags: readonly string[]): readonly string[] {
  const kept = path.join(folder, `outputs ${String(files++)}`);
  const { status, stderr } = ireereplay('run', ...flags, `--outputs=${kept}`, capture);
  assert.equal(status, 0, stderr);
  return keptOutputs(kept).map(({ bytes }) => bytes.toString('base64'));
}

test("a dispatch of a transformer on Vulkan replays alone in IREE's tool, and leaves the same bytes", () => {
  const { status, said, result, file } = extracted(block, ...iree, '--device=vulkan', '--dispatch=*softmax*');
  assert.equal(status, 0, said);
  assert.match(result?.name ?? '', /softmax/);
  assert.equal(result?.results, 'same');
  assert.ok(result.comparedBytes > 0 && result.executables === 1 && result.records < result.ofRecords / 2, JSON.stringify(result));
  mustIree('iree-run-replay', ['--device=vulkan', file]);
  const [left, again] = [outputs(file, ...iree, '--device=vulkan'), outputs(file, ...iree, '--device=vulkan')];
  assert.deepEqual(left, again);
  assert.ok(left.length > 0);
});

test('a scope on Vulkan reads back what the application did', () => {
  const capture = fixture('models/dynamic/dynamic-vulkan.ireereplay');
  const { status, said, result, file } = extracted(capture, ...iree, '--device=vulkan', '--scope=execute');
  assert.equal(status, 0, said);
  assert.equal(result?.results, 'same');
  assert.deepEqual(outputs(file, ...iree, '--device=vulkan'), outputs(capture, ...iree, '--device=vulkan'));
});

test('on processors it is what the native engine extracts', () => {
  const small = fixture('small.ireereplay');
  for (const piece of ['--dispatch=elementwise_add', '--scope=execute', '--records=20..40']) {
    const [ours, theirs] = [extracted(small, piece), extracted(small, piece, ...iree, '--device=local-sync')];
    assert.equal(theirs.status, ours.status, `${piece}: ${theirs.said}`);
    if (ours.result === undefined) continue;
    assert.deepEqual(outputs(theirs.file), outputs(ours.file), piece);
    const about = (result: ExtractResult | undefined): unknown => [result?.name, result?.records, result?.executables, result?.results];
    assert.deepEqual(about(theirs.result), about(ours.result), piece);
  }
});

test('the capture is replayed once, and the piece once', () => {
  const tools = path.join(folder, 'counted tools');
  const runs = path.join(folder, 'runs');
  mkdirSync(tools);
  const passingOn = ['#!/bin/sh', `echo >> '${runs}'`, `exec '${ireeAtOnceProgram('iree-run-replay')}' "$@"`, ''];
  writeFileSync(path.join(tools, 'iree-run-replay'), passingOn.join('\n'), { mode: 0o755 });
  const counted = ['--engine=iree', `--iree_tools=${tools}`, '--device=vulkan', '--dispatch=*softmax*'];
  assert.equal(extracted(block, ...counted).result?.results, 'same');
  assert.equal(readFileSync(runs, 'utf8').length, 2);
});

test('where there is no such piece, or the tool fails, it is said, and what stood there stays', () => {
  const small = fixture('small.ireereplay');
  assert.match(extracted(small, ...iree, '--dispatch=nothing').said, /no dispatch matches nothing/);
  assert.match(extracted(small, ...iree, '--scope=nothing').said, /the capture has no scope nothing/);
  assert.match(extracted(small, ...iree, '--scope=execute', '--device=vulkan').said, /INCOMPATIBLE|UNAVAILABLE|NOT_FOUND|cannot/);
  assert.match(extracted(block, ...iree, '--device=vulkan', '--dispatch=*softmax*', '--as=project').said, /cannot do --as=project/);
  const kept = path.join(folder, 'kept.ireereplay');
  writeFileSync(kept, 'what was there');
  const capture = path.join(folder, 'source.ireereplay');
  copyFileSync(small, capture);
  assert.notEqual(ireereplay('extract', ...iree, '--scope=nothing', '-o', kept, capture).status, 0);
  assert.ok(existsSync(kept));
});
