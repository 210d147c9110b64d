/** Recordings whose program crashes: before all was recorded, or after. IREE's programs are the real ones, and are really ended. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, ireereplay, keptOutputs, temporaryFolder, type Outcome } from '../programs';
import { iree, ireeProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const place = (name: string): string => path.join(folder, name);

const CPU = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];
const MODEL = fixture('models/mm256/mm256.mlir');
const matmul = place('mm256.vmfb');
mustIree('iree-compile', [...CPU, MODEL, '-o', matmul]);

/** A folder of IREE's programs, of which those that run a module do what the shell's words say, where "$run" is the real one with its arguments. */
function toolsThat(name: string, words: string): string {
  const tools = place(name);
  mkdirSync(tools);
  symlinkSync(ireeProgram('iree-dump-module'), path.join(tools, 'iree-dump-module'));
  for (const program of ['iree-run-module', 'iree-benchmark-module'])
    writeFileSync(path.join(tools, program), `#!/bin/sh\nset -- '${ireeProgram(program)}' "$@"\n${words}\n`, { mode: 0o755 });
  return tools;
}

const record = (tools: string, name: string, ...args: readonly string[]): Outcome =>
  ireereplay('record', `--iree_tools=${tools}`, '-o', place(`${name}.ireereplay`), ...args, matmul);

/** The bytes that a replay reads back. */
function readBack(capture: string): readonly Buffer[] {
  const kept = place(`read-${path.basename(capture)}`);
  const { status, stderr } = ireereplay('run', `--outputs=${kept}`, capture);
  assert.equal(status, 0, stderr);
  return keptOutputs(kept).map(({ bytes }) => bytes);
}

const afterwards = toolsThat('afterwards', '"$@" && exit 245');
const bySignal = toolsThat('signal', '"$@" && kill -SEGV $$');

test('what was recorded by a program that crashed at its end is kept, with a warning', () => {
  const whole = place('whole.ireereplay');
  assert.equal(record(path.dirname(ireeProgram('iree-run-module')), 'whole').status, 0);
  for (const [tools, name, how] of [
    [afterwards, 'status', 'exit status 245'],
    [bySignal, 'signalled', 'SIGSEGV'],
  ] as const) {
    const { status, stdout, stderr } = record(tools, name);
    assert.deepEqual([status, stderr], [0, `warning: iree-run-module crashed (${how}) once all was recorded: the capture is whole\n`]);
    assert.match(stdout.toString(), /^wrote .*: matmul\(/);
    assert.deepEqual(readBack(place(`${name}.ireereplay`)), readBack(whole));
  }
  const often = record(afterwards, 'often', '--iterations=2', '--format=json');
  assert.equal(often.status, 0, often.stderr);
  assert.equal((JSON.parse(often.stdout.toString()) as { readonly crash?: string }).crash, 'exit status 245');
  assert.match(ireereplay('info', place('often.ireereplay')).stdout.toString(), /^scopes: .*execute x 2/m);
});

test('a function that failed is not whole, however its program ended', () => {
  const crashing = toolsThat('failing', '"$@"; exit 245');
  const wrong = '--input=25x256xf32=random';
  const once = record(crashing, 'wrong', wrong);
  assert.equal(once.status, 1);
  assert.match(once.stderr, /INVALID_ARGUMENT; input0 shape dimension 0 mismatch/);
  const often = record(crashing, 'wrongoften', '--iterations=2', wrong);
  assert.equal(often.status, 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('wrong')),
    ['wrong-failed.ireereplay'],
  );
});

test('a recording that was cut off is not whole, though the results were written', () => {
  const { size } = statSync(place('whole.ireereplay'));
  // The system ends what writes a larger file.
  const limited = toolsThat('limited', `prlimit --fsize=${String(size - 1)} "$@"`);
  const { status, stderr } = record(limited, 'cut');
  assert.deepEqual([status, stderr.includes('what was recorded up to that point is in')], [1, true]);
  assert.match(stderr, /iree-run-module ended with exit status \d{3}/);
  assert.ok(!existsSync(place('cut.ireereplay')));
  assert.match(ireereplay('info', place('cut-failed.ireereplay')).stdout.toString(), /the recorder did not close the file/);
});

test('a module is recorded on Vulkan', () => {
  const module = place('vulkan.vmfb');
  mustIree('iree-compile', ['--iree-hal-target-device=vulkan', MODEL, '-o', module]);
  const capture = place('vulkan.ireereplay');
  const tools = `--iree_tools=${path.dirname(ireeProgram('iree-run-module'))}`;
  const { status, stderr } = ireereplay('record', tools, '--device=vulkan', '-o', capture, module);
  assert.equal(status, 0, stderr);
  assert.match(ireereplay('info', capture).stdout.toString(), /^scopes: init, execute, deinit$/m);
  assert.equal(iree('iree-run-replay', ['--device=vulkan', capture]).status, 0);
});
