/** Reducing captures by what replays of IREE's tool do, and by what they leave: on Vulkan, and on processors. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { namedOperations } from '../../engine/addon/composing';
import { writeNpy } from '../../engine/comparing/npy';
import type { ReduceResult } from '../../protocol/sharing/sharing';
import { unpacked } from '../captures';
import { arrayBytes, fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { ireeAtOnce, ireeAtOnceProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const real = path.dirname(ireeAtOnceProgram('iree-run-replay'));
const small = fixture('small.ireereplay');

let files = 0;
/** Each into a folder of its own, in which nothing else is left. */
function reduced(capture: string, tools: string, ...flags: readonly string[]): { said: string; result?: ReduceResult; file: string } {
  const own = path.join(folder, `reduced ${String(files++)}`);
  mkdirSync(own);
  const file = path.join(own, 'reduced.ireereplay');
  const all = ['reduce', '--format=json', '--engine=iree', `--iree_tools=${tools}`, '-o', file, ...flags, capture];
  const { status, stdout, stderr } = ireereplay(...all);
  assert.deepEqual(readdirSync(own), status === 0 ? ['reduced.ireereplay'] : [], 'nothing else is left');
  return { said: stderr, file, ...(status === 0 ? { result: JSON.parse(stdout.toString()) as ReduceResult } : {}) };
}

async function dispatchesOf(capture: string): Promise<readonly string[]> {
  const { operations } = await namedOperations(capture);
  return operations.flatMap(({ operation, function: name = '' }) => (operation === 'dispatch' ? [name] : []));
}

/** What the application reads back, by IREE's tool. */
function outputs(capture: string, ...flags: readonly string[]): readonly Buffer[] {
  const kept = path.join(folder, `outputs ${String(files++)}`);
  const { status, stderr } = ireereplay('run', '--engine=iree', ...flags, `--outputs=${kept}`, capture);
  assert.equal(status, 0, stderr);
  return keptOutputs(kept).map(({ bytes }) => bytes);
}

/** Saved outputs, in order. */
function saved(...arrays: readonly Uint8Array[]): string {
  const kept = path.join(folder, `saved ${String(files++)}`);
  mkdirSync(kept);
  const index = arrays.map((bytes, at) => ({ record: at, buffer: '1', offset: '0', length: String(bytes.length), file: String(at) }));
  for (const [at, bytes] of arrays.entries()) writeFileSync(path.join(kept, String(at)), bytes);
  writeFileSync(path.join(kept, 'outputs.json'), JSON.stringify(index));
  return kept;
}

test('a product that Vulkan computes wrongly is reduced to its dispatch, which computes the same wrong bytes', async () => {
  const [vulkan, processor] = ['tiled-vulkan', 'tiled.task'].map((name) => unpacked(folder, `models/tiled/${name}.ireereplay.gz`));
  const flags = ['--against=local-task', `--against_capture=${processor ?? ''}`];
  const { said, result, file } = reduced(vulkan ?? '', real, '--device=vulkan', '--absolute=1e-4', ...flags);
  assert.ok(result !== undefined, said);
  assert.deepEqual([result.failure, result.isSteady, result.saysTheSame], ['wrong results', true, true]);
  assert.ok(result.records < result.ofRecords && result.kept.length === result.records, JSON.stringify(result));
  assert.deepEqual(await dispatchesOf(file), ['tiled_dispatch_1_matmul_64x96x128_i8xi8xi32']);
  mustIree('iree-run-replay', ['--device=vulkan', file]);
  const [bytes, ...others] = outputs(file, `--iree_tools=${real}`, '--device=vulkan');
  assert.deepEqual(others, []);
  assert.deepEqual(bytes, arrayBytes(fixture('models/tiled/q.vulkan.npy')));
});

/** IREE's tools with one device that computes something else: there another kernel is in the place of what was captured. */
function withWrongDevice(device: string, kernel: string): string {
  const own = path.join(folder, 'wrong tools');
  mkdirSync(own);
  const program = path.join(real, 'iree-run-replay');
  const substituted = `exec '${program}' --replay_executable_substitution=all='${kernel}' "$@"`;
  const lines = ['#!/bin/sh', `case " $* " in *" --device=${device} "*) ${substituted} ;; esac`, `exec '${program}' "$@"`, ''];
  writeFileSync(path.join(own, 'iree-run-replay'), lines.join('\n'), { mode: 0o755 });
  return own;
}

test('what another device computes otherwise is left, and is still computed otherwise', async () => {
  const tools = withWrongDevice('local-task', fixture('kernels/elementwise_add.so'));
  const against = ['--device=local-task', '--against=local-sync'];
  const expected = path.join(folder, 'expected');
  mkdirSync(expected);
  for (const [at, bytes] of outputs(small, `--iree_tools=${real}`, '--device=local-sync').entries())
    writeFileSync(path.join(expected, `${String(at)}.npy`), writeNpy('f32', [bytes.length / 4], bytes));
  for (const flags of [against, ['--device=local-task', `--expect=${expected}`]]) {
    const { said, result, file } = reduced(small, tools, ...flags);
    assert.ok(result !== undefined, said);
    assert.ok(result.isSteady && result.keepsOrder && result.records < result.ofRecords, JSON.stringify(result));
    assert.deepEqual([...new Set(await dispatchesOf(file))], ['elementwise_mul']);
    const verify = (iree: string): unknown => ireereplay('verify', '--engine=iree', `--iree_tools=${iree}`, ...against, file).status;
    assert.deepEqual([verify(tools), verify(real)], [1, 0]);
  }
});

test('a replay that is killed is reduced to what kills it', async () => {
  const bytes = readFileSync(fixture('command-buffers-1k.ireereplay'));
  // An instruction that no processor executes, where the kernel's begin.
  bytes.write('0f0b', bytes.indexOf('\x7fELF', 0, 'latin1') + 0x1020, 'hex');
  const failing = path.join(folder, 'failing.ireereplay');
  writeFileSync(failing, bytes);
  const { said, result, file } = reduced(failing, real, '--device=local-sync');
  assert.ok(result !== undefined, said);
  assert.deepEqual([result.failure, result.ofRecords, result.isSteady], ['SIGILL', 2077, true]);
  assert.ok(result.records < 20, String(result.records));
  assert.equal((await dispatchesOf(file)).length, 1);
  assert.equal(ireeAtOnce('iree-run-replay', ['--device=local-sync', file]).status, 'SIGILL');
  assert.match(reduced(failing, real, '--device=local-sync', '--says=something else').said, /but does not say something else: .*SIGILL/);
});

test('what fails with a status of IREE is reduced to what does', () => {
  const { said, result, file } = reduced(fixture('host-call.ireereplay'), real, '--device=local-sync');
  assert.ok(result !== undefined, said);
  assert.deepEqual([result.failure, result.isSteady], ['UNIMPLEMENTED', true]);
  assert.match(ireeAtOnce('iree-run-replay', ['--device=local-sync', file]).stderr, /UNIMPLEMENTED/);
});

test('what cannot be reduced is said before anything is written', () => {
  const right = outputs(small, `--iree_tools=${real}`, '--device=local-sync');
  const said = (capture: string, ...flags: readonly string[]): string => reduced(capture, real, ...flags).said;
  assert.match(said(small, '--device=local-sync'), /The replay of the whole capture does not fail/);
  assert.match(said(small, '--device=no-such-driver'), /It is not the capture that fails: .*no driver 'no-such-driver' registered/);
  assert.match(said(small, '--device=local-sync', '--device=local-sync'), /It is not the capture that fails: .*device\(s\)/);
  assert.match(
    said(fixture('models/two/two.task-sync.ireereplay'), '--device=local-sync'),
    /It is not the capture that fails: .*more devices than provided/,
  );
  assert.match(said(small, '--device=local-sync', `--expect=${saved(...right)}`), /Nothing is wrong with the whole capture\./);
  const [one = Buffer.of()] = right;
  assert.match(said(small, '--device=local-sync', `--expect=${saved(one)}`), /not known well enough .*outputs were read back/);
  // Its inputs become zeros, and so do its products: as memory may be that nothing wrote.
  const zeros = path.join(folder, 'zeros.ireereplay');
  const bytes = readFileSync(small);
  const inputs = Buffer.from(Float32Array.of(1, 2, 3, 4).buffer);
  for (let at = bytes.indexOf(inputs); at >= 0; at = bytes.indexOf(inputs, at)) bytes.fill(0, at, at + inputs.length);
  writeFileSync(zeros, bytes);
  assert.match(said(zeros, '--device=local-sync', `--expect=${saved(...right)}`), /What is wrong is one byte again and again/);
  const unwritten = path.join(folder, 'unwritten.ireereplay');
  for (const [flags, why] of [
    [[], /expected --check=COMMAND, or --engine=iree/],
    [['--check=true', '--device=local-sync'], /the command of --check replays and compares by itself/],
    [['--check=true', '--expect=x'], /the command of --check replays and compares by itself/],
    [['--engine=iree', '--expect=x', '--against=local-sync'], /--expect and --against are two things/],
    [['--engine=iree', '--expect=x', '--says=y'], /--says is of a replay that fails/],
    [['--engine=iree', '--absolute=1'], /there is nothing to compare with/],
  ] as const) {
    const { status, stderr } = ireereplay('reduce', ...flags, '-o', unwritten, small);
    assert.notEqual(status, 0);
    assert.match(stderr, why);
  }
  assert.ok(!existsSync(unwritten));
});
