/** Code for GPUs, as `ireereplay source` shows it: what spirv-dis says of the same. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../engine/programs/program';
import { CAPABILITIES } from '../../protocol/words/spirvWords';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const capture = fixture('models/mm256/mm256-vulkan.ireereplay');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';
const skip = findProgram('spirv-dis') === undefined && 'spirv-dis is not installed';

test('the instructions of a module stand under it, by the function or by its ordinal', { skip }, () => {
  const named = ireereplay('source', '--disassembly', `--function=${KERNEL}`, capture);
  assert.equal(named.status, 0, named.stderr);
  const text = named.stdout.toString();
  assert.match(text, /^module 0 of executable 4: SPIR-V, disassembled by spirv-dis\n; SPIR-V\n; Version: 1\.0$/m);
  assert.match(text, /^ +%\d+ = OpLoad %v4float %\d+$/m);
  assert.equal(ireereplay('source', '--disassembly', '--function=0', capture).stdout.toString(), text);
  assert.equal(ireereplay('source', '--disassembly', capture).stdout.toString(), text);
});

test('and in JSON', { skip }, () => {
  const { stdout } = ireereplay('source', '--disassembly', '--format=json', capture);
  const { executables } = JSON.parse(stdout.toString()) as { executables: readonly { disassemblies: readonly { text: string }[] }[] };
  assert.match(executables[0]?.disassemblies[0]?.text ?? '', /OpFunctionEnd\n$/);
});

test('without the program it is said which one would do it', () => {
  const missing = ireereplay('source', '--disassembly', '--spirv_dis=/no/such/spirv-dis', capture);
  assert.equal(missing.status, 0);
  assert.match(
    missing.stdout.toString(),
    /^module 0 of executable 4: SPIR-V; \/no\/such\/spirv-dis, which is to disassemble it, is not a program/m,
  );
  const none = ireereplay('source', '--disassembly', '--no_programs', capture);
  assert.match(
    none.stdout.toString(),
    /^module 0 of executable 4: SPIR-V; spirv-dis would disassemble it, but no program is started here$/m,
  );
});

test('a function of an executable for a GPU is described without its instructions', () => {
  const { status, stdout } = ireereplay('source', `--function=${KERNEL}`, capture);
  assert.equal(status, 0);
  assert.match(stdout.toString(), /^ {2}module 0: SPIR-V 1\.0, 8\.1 KiB, capabilities Shader, Matrix$/m);
  assert.doesNotMatch(stdout.toString(), /OpFunction/);
  const wrong = ireereplay('source', '--function=relu', capture);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, new RegExp(`no executable has a function relu; there are: ${KERNEL}$`, 'm'));
});

test('capabilities are called as spirv-dis calls them', { skip }, () => {
  const numbers = Object.keys(CAPABILITIES).map(Number);
  for (const number of numbers) {
    // A module of one instruction: magic number, version 1.0, generator, bound, schema; OpCapability.
    const file = path.join(folder, 'capability.spv');
    writeFileSync(file, Uint32Array.of(0x07230203, 0x00010000, 0, 1, 0, (2 << 16) | 17, number));
    const { stdout, stderr } = run('spirv-dis', ['--no-color', '--no-header', file]);
    // One that is newer than the program is not known to it.
    if (/Invalid capability operand/i.test(stderr)) continue;
    assert.equal(stdout.toString().trim(), `OpCapability ${CAPABILITIES[number] ?? ''}`, stderr);
  }
});
