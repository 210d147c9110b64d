/** The functions of images and their code, as `ireereplay llvm info` and `llvm code` show them. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { findProgram } from '../../engine/programs/program';
import { llvmCode } from '../../protocol/jobs/llvmCode';
import { llvmInfo } from '../../protocol/jobs/llvmInfo';
import type { LlvmCode, LlvmRecording } from '../../protocol/neighbour/llvm';
import { compileKernel, recordingFor, recordingLikeCubin, recordingOf, SCALE, SCALED, SCALED_IN_CUBIN } from '../llvmImages';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const into = (name: string): string => path.join(folder, name);
const host = recordingFor('x86-64', into('host'));
const saxpy = fixture('neighbours/llvm/llvm16-saxpy/__omp_offloading_fe00_984963_main_l7.json');

interface Told {
  readonly status: unknown;
  readonly text: string;
  readonly stderr: string;
}

function told(command: 'info' | 'code', ...args: readonly string[]): Told {
  const { status, stdout, stderr } = ireereplay('llvm', command, ...args);
  return { status, text: stdout.toString(), stderr };
}

/** The result as JSON: what its schema says. */
async function asJson<Result>(command: 'info' | 'code', ...args: readonly string[]): Promise<Result> {
  const { text, stderr } = told(command, '--format=json', ...args);
  assert.equal(stderr, '');
  const described = v.safeParse(await (command === 'info' ? llvmInfo : llvmCode).result(), JSON.parse(text));
  assert.ok(described.success, JSON.stringify(described.issues?.[0]));
  return JSON.parse(text) as Result;
}

const functionsOf = async (descriptor: string): Promise<readonly (readonly [string, string, boolean, number | undefined])[]> => {
  const { image } = await asJson<LlvmRecording>('info', descriptor);
  return (image?.functions ?? []).map(({ name, function: readable, recorded = false, source }) => [name, readable, recorded, source?.line]);
};

test('the functions of an image have their names, sizes and lines, the recorded one first', async () => {
  const { status, text } = told('info', host.descriptor);
  assert.equal(status, 0, text);
  assert.match(text, /^image: ELF for x86-64, 2 functions\n {2}recorded {2}\d+ B +scale\(double\*, int\), line 9 +\S*scale\.cpp:9$/m);
  assert.match(text, /^ {12}\d+ B +scaled\(double, double\) +\S*scale\.cpp:[56]$/m);
  const functions = await functionsOf(host.descriptor);
  assert.deepEqual(functions, [
    [SCALE, 'scale(double*, int)', true, 9],
    [SCALED, 'scaled(double, double)', false, functions[1]?.[3]],
  ]);
  const plain = recordingFor('x86-64', into('plain'), '-g0');
  assert.deepEqual(await functionsOf(plain.descriptor), [
    [SCALE, 'scale(double*, int)', true, undefined],
    [SCALED, 'scaled(double, double)', false, undefined],
  ]);
});

test('the code of the recorded kernel stands under its lines, as objdump has it', async () => {
  const { status, text } = told('code', host.descriptor);
  assert.equal(status, 0);
  assert.match(
    text,
    /^scale\(double\*, int\), line 9, in scale\.image: ELF for x86-64\n__omp_offloading_fe00_98f001__Z5scalePdi_l9: \.text/,
  );
  assert.match(text, /scale\.cpp:11\n/);
  assert.match(text, /call +0x\w+ +; (?:_Z6scaleddd|scaled)$/m);
  const { listing } = await asJson<LlvmCode>('code', host.descriptor);
  const { stdout } = run('objdump', ['--disassemble', '--insn-width=15', host.image]);
  const theirs = new Map(
    [...stdout.toString().matchAll(/^\s*([\da-f]+):\t((?:[\da-f]{2} )+)/gm)].map(([, at = '', bytes = '']) => [
      at,
      bytes.replaceAll(' ', ''),
    ]),
  );
  assert.ok((listing?.instructions.length ?? 0) > 5);
  for (const { offset, bytes } of listing?.instructions ?? [])
    assert.equal(bytes, theirs.get((BigInt(listing?.function.address ?? 0) + BigInt(offset)).toString(16)));
});

test('a function is chosen by the name that the image has, or that people have', () => {
  const { text } = told('code', `--function=${SCALED}`, host.descriptor);
  assert.match(text, /^scaled\(double, double\), in scale\.image.*\n_Z6scaleddd: /);
  assert.match(text, /mulsd +xmm0, xmm1/);
  assert.equal(told('code', '--function=scaled(double, double)', host.descriptor).text, text);
  assert.equal(told('code', '--function=scale(double*, int), line 9', host.descriptor).text, told('code', host.descriptor).text);
  const { status, stderr } = told('code', '--function=relu', host.descriptor);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`the image has no function relu; there are: ${SCALE}, ${SCALED}$`, 'm'));
});

const objdump = findProgram('llvm-objdump') === undefined && 'llvm-objdump is not installed';

test('code for AMD GPUs is that part of what llvm-objdump prints', { skip: objdump }, async (t) => {
  if (findProgram('ld.lld') === undefined) {
    t.skip('ld.lld is not installed');
    return;
  }
  const { descriptor } = recordingFor('AMD', into('amd'));
  assert.match(
    told('info', descriptor).text,
    /^image: ELF for AMD GPUs, 2 functions\n {2}recorded .* scale\(double\*, int\), line 9 +\S*scale\.cpp:9$/m,
  );
  const { status, text } = told('code', `--function=${SCALED}`, descriptor);
  assert.equal(status, 0, text);
  assert.match(
    text,
    /^scaled\(double, double\), in scale\.image: ELF for AMD GPUs, disassembled by llvm-objdump\n[\da-f]+ <_Z6scaleddd>:\n/,
  );
  assert.match(text, /^; \S*scale\.cpp:6$\n\s*v_mul_f64/m);
  assert.doesNotMatch(text, new RegExp(SCALE));
  const { disassembly } = await asJson<LlvmCode>('code', descriptor);
  assert.match(disassembly?.text ?? '', /^\s*(?:s_endpgm|s_setpc_b64)\b/m);
});

test('so is code for another processor', { skip: objdump }, () => {
  const { descriptor } = recordingFor('AArch64', into('arm'));
  const { status, text } = told('code', `--function=${SCALED}`, descriptor);
  assert.equal(status, 0, text);
  assert.match(text, /in scale\.image: ELF for AArch64, disassembled by llvm-objdump\n[^]*fmul\td0, d0, d1/);
});

test('functions of a cubin are told apart, though all begin at 0', async () => {
  const { descriptor } = recordingLikeCubin(into('cubin'));
  assert.deepEqual(
    (await functionsOf(descriptor)).map(([name, readable, , line]) => [name, readable, line]),
    [
      [SCALE, 'scale(double*, int)', 9],
      [SCALED_IN_CUBIN, 'scaled(double, double)', undefined],
    ],
  );
  const { status, text } = told('code', '--nvdisasm=/no/such/nvdisasm', descriptor);
  assert.equal(status, 1);
  assert.match(
    text,
    /^scale\(double\*, int\), line 9, in scale\.image: cubin for NVIDIA; \/no\/such\/nvdisasm, which is to disassemble it, is not a program \(ireeReplay\.disassemblers\.nvdisasm, --nvdisasm\)\n$/,
  );
});

test('bitcode is what llvm-dis prints of it', { skip: findProgram('llvm-dis') === undefined && 'llvm-dis is not installed' }, () => {
  const { descriptor, source, bitcode } = recordingFor('x86-64', into('jit'));
  const none = told('code', '--bitcode', descriptor);
  assert.equal(none.status, 1);
  assert.match(none.stderr, /the recording has no bitcode: LLVM writes it \(\.bc\) for programs that were built with -fopenmp-target-jit/);
  compileKernel(source, bitcode, 'bitcode');
  const { status, text } = told('code', '--bitcode', descriptor);
  assert.equal(status, 0, text);
  assert.match(text, /^scale\.bc: LLVM bitcode, disassembled by llvm-dis\n/);
  assert.match(text, /^define .*@__omp_offloading_fe00_98f001__Z5scalePdi_l9\(/m);
  const missing = told('code', '--bitcode', '--llvm_dis=/no/such/llvm-dis', descriptor);
  assert.equal(missing.status, 1);
  assert.match(missing.text, /^scale\.bc: LLVM bitcode; \/no\/such\/llvm-dis, which is to disassemble it, is not a program/);
  writeFileSync(bitcode, 'no bitcode');
  assert.match(told('code', '--bitcode', descriptor).text, /^scale\.bc: LLVM bitcode; llvm-dis ended with status 1: .*\n$/);
});

test('an image that is bitcode has no functions, and is printed as that', { skip: findProgram('llvm-dis') === undefined }, () => {
  const { descriptor } = recordingFor('bitcode', into('bitcode'));
  assert.match(told('info', descriptor).text, /^image: LLVM bitcode$/m);
  assert.match(told('code', descriptor).stderr, /the image is LLVM bitcode: --bitcode prints it as text/);
  assert.match(told('code', '--bitcode', descriptor).text, /^scale\.image: LLVM bitcode, disassembled by llvm-dis\n[^]*^define /m);
});

test('why there is no code is told in a sentence', () => {
  assert.match(told('code', saxpy).stderr, /main_l7\.image: it is missing, .* LLVM 16 writes no image for launches on the host/);
  const damaged = into('damaged');
  cpSync(into('host'), damaged, { recursive: true });
  const [descriptor, image] = [path.join(damaged, 'scale.json'), path.join(damaged, 'scale.image')];
  const said = (): Told => {
    const { status, stderr } = told('code', descriptor);
    assert.equal(status, 1);
    return { ...told('info', descriptor), stderr };
  };
  truncateSync(image, readFileSync(image).length / 2);
  const cut = said();
  assert.equal(cut.status, 1);
  assert.match(cut.text, /^error: scale\.image: it ends before its section table does, .*; copy the file again/m);
  assert.match(cut.stderr, /scale\.image: it ends before its section table does/);
  writeFileSync(image, 'an image of an unknown kind');
  const unknown = said();
  assert.equal(unknown.status, 0);
  assert.match(unknown.text, /^image: not known$/m);
  assert.match(unknown.stderr, /the image is neither an ELF file nor LLVM bitcode: its code cannot be shown/);
  const other = recordingOf(into('other'));
  compileKernel(other.source, other.image, 'x86-64', `-D${SCALE}=other`);
  assert.match(
    told('info', other.descriptor).text,
    new RegExp(`^info: scale\\.image: it has no function ${SCALE}: it may be the image of another program`, 'm'),
  );
  assert.match(told('code', other.descriptor).stderr, /it may be the image of another program/);
});
