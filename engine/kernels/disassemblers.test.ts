import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, run, temporaryFolder } from '../../test/programs';
import { openCapture } from '../addon/capture';
import { findProgram } from '../programs/program';
import { disassembleModule } from './disassemblers';

const folder = temporaryFolder();
const SPIRV = { kind: 'SPIR-V' } as const;

/** The module of a capture for Vulkan. */
async function shader(): Promise<Uint8Array> {
  const capture = await openCapture(fixture('models/mm256/mm256-vulkan.ireereplay'));
  try {
    await capture.index();
    return await capture.code.module('4', 0);
  } finally {
    capture.close();
  }
}

/** A program of the user's that is a script. */
function script(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o700);
  return file;
}

const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('iree-replay-module-'));

const without = (...programs: readonly string[]): string | false => {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  return missing.length === 0 ? false : `${missing.join(' and ')} not installed`;
};

test('SPIR-V is what spirv-dis says of it', { skip: without('spirv-dis') }, async () => {
  const code = await shader();
  const file = path.join(folder, 'shader.spv');
  writeFileSync(file, code);
  const { text = '', ...rest } = await disassembleModule(0, SPIRV, code, {});
  assert.deepEqual(rest, { module: 0, kind: 'SPIR-V', program: 'spirv-dis' });
  assert.equal(text, run('spirv-dis', ['--no-color', file]).stdout.toString());
  assert.match(text, /OpEntryPoint GLCompute %matmul_dispatch_0_matmul_256x256x256_f32 /);
});

test('what is no SPIR-V is said as spirv-dis says it', { skip: without('spirv-dis') }, async () => {
  const { problem } = await disassembleModule(0, SPIRV, new Uint8Array(64), {});
  assert.match(problem ?? '', /^spirv-dis ended with status \d+: error: .*magic/i);
});

test('code for AMD GPUs is what llvm-objdump says of it', { skip: without('llvm-objdump', 'clang') }, async (t) => {
  const source = path.join(folder, 'kernel.s');
  const object = path.join(folder, 'kernel.o');
  writeFileSync(source, '.text\n.globl scale\nscale:\n  v_add_f32_e32 v0, v1, v2\n  s_endpgm\n');
  const { status, stderr } = run('clang', ['--target=amdgcn-amd-amdhsa', '-mcpu=gfx906', '-c', source, '-o', object]);
  if (status !== 0) {
    t.skip(`clang makes no code for AMD GPUs: ${stderr}`);
    return;
  }
  const { text = '', problem } = await disassembleModule(0, { kind: 'HSACO' }, readFileSync(object), {});
  assert.match(text, /<scale>:\n(?:;.*\n)?\s*v_add_f32_e32 v0, v1, v2 .*\n\s*s_endpgm/, problem);
  assert.doesNotMatch(text, new RegExp(tmpdir()));
});

test('PTX is text already, without the NUL that ends it', async () => {
  const ptx = '.version 7.0\n.target sm_80\n.visible .entry scale() {\n  ret;\n}\n';
  const found = await disassembleModule(2, { kind: 'PTX' }, Buffer.from(`${ptx}\0`), undefined);
  assert.deepEqual(found, { module: 2, kind: 'PTX', text: ptx });
});

test('a program that is not there is named, with what brings it', async () => {
  const cubin = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2);
  const { problem } = await disassembleModule(0, { kind: 'PTX' }, cubin, { nvdisasm: '/no/such/nvdisasm' });
  assert.equal(problem, '/no/such/nvdisasm, which is to disassemble it, is not a program (ireeReplay.disassemblers.nvdisasm, --nvdisasm)');
  const before = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    const { problem: missing } = await disassembleModule(0, SPIRV, await shader(), {});
    assert.match(missing ?? '', /^spirv-dis, which would disassemble it, is not on the PATH: it comes with SPIRV-Tools/);
  } finally {
    process.env['PATH'] = before;
  }
});

test('where no program may be started, none is', async () => {
  const { problem } = await disassembleModule(0, SPIRV, new Uint8Array(64), undefined);
  assert.equal(problem, 'spirv-dis would disassemble it, but no program is started here');
});

test('a program that fails is quoted without the name of the file that it was given, which is gone then', async () => {
  const spirvDis = script('failing', 'echo "$2: too new" >&2; exit 3');
  const before = left();
  const { problem } = await disassembleModule(4, SPIRV, new Uint8Array(4), { spirvDis });
  assert.equal(problem, 'spirv-dis ended with status 3: module 4: too new');
  assert.deepEqual(left(), before);
});

test('a program without an end is ended when it prints too much, and when it is cancelled', async () => {
  const before = left();
  const endless = script('endless', 'yes OpNop');
  const { text = '', cut } = await disassembleModule(0, SPIRV, new Uint8Array(4), { spirvDis: endless });
  assert.equal(cut, true);
  assert.equal(text.length, 64 * 1024 * 1024);
  const controller = new AbortController();
  const waiting = disassembleModule(0, SPIRV, new Uint8Array(4), { spirvDis: script('silent', 'sleep 1000') }, controller.signal);
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.deepEqual(left(), before);
});
