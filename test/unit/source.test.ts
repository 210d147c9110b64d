/** ireereplay source: what binutils' objdump says of the same executables. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { openCapture } from '../../engine/addon/capture';
import { executableBinary } from '../../engine/kernels/export';
import type { ExecutableCode, FunctionCode } from '../../protocol/code/code';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();

interface Listed {
  readonly executables: readonly (ExecutableCode & { readonly id: string; readonly listings: readonly FunctionCode[] })[];
}

/** Bytes of each instruction by its address, and the line before it, as objdump prints them. */
function disassembled(binary: string): ReadonlyMap<string, { readonly bytes: string; readonly line: string | undefined }> {
  const { stdout } = run('objdump', ['--disassemble', '--line-numbers', '--insn-width=15', binary]);
  const found = new Map<string, { readonly bytes: string; readonly line: string | undefined }>();
  let line: string | undefined;
  for (const text of stdout.toString().split('\n')) {
    const [, file, number] = /^(\S[^<]*):(\d+)(?: \(discriminator \d+\))?$/.exec(text) ?? [];
    if (file !== undefined && number !== undefined) line = `${path.basename(file)}:${number}`;
    const [, address, bytes] = /^\s*([\da-f]+):\t((?:[\da-f]{2} )+)/.exec(text) ?? [];
    if (address !== undefined && bytes !== undefined) found.set(address, { bytes: bytes.replaceAll(' ', ''), line });
  }
  return found;
}

for (const name of ['small', 'models/mm256/mm256.sync', 'models/block/block.sync', 'models/dynamic/dynamic.task']) {
  test(`lists the instructions of ${name} as objdump does`, async () => {
    const file = fixture(`${name}.ireereplay`);
    const { status, stdout } = ireereplay('source', '--disassembly', '--format=json', file);
    assert.equal(status, 0);
    const { executables } = JSON.parse(stdout.toString()) as Listed;
    const capture = await openCapture(file);
    try {
      await capture.index();
      const { executables: summaries } = await capture.summary();
      for (const [index, { listings }] of executables.entries()) {
        const summary = summaries[index];
        assert.ok(summary !== undefined);
        const binary = path.join(folder, 'executable.so');
        writeFileSync(binary, await executableBinary(capture, summary));
        const expected = disassembled(binary);
        assert.equal(listings.length, summary.functions.length);
        for (const code of listings) {
          assert.ok(code.instructions.length > 5);
          for (const { offset, bytes, place } of code.instructions) {
            const address = (BigInt(code.function.address) + BigInt(offset)).toString(16);
            const theirs = expected.get(address);
            assert.ok(theirs !== undefined, `objdump has no instruction at ${address}`);
            assert.equal(bytes, theirs.bytes, `${code.function.name} at ${address}`);
            const at = place === undefined ? undefined : code.places[place];
            // objdump repeats the line before where there is none.
            if (at === undefined) continue;
            assert.equal(
              `${path.basename(code.files[at[0]] ?? '')}:${String(at[1])}`,
              theirs.line,
              `line of ${code.function.name} at ${address}`,
            );
          }
        }
      }
    } finally {
      capture.close();
    }
  });
}

test('shows where a function comes from, stage by stage', () => {
  const { status, stdout } = ireereplay('source', fixture('models/mm256/mm256.sync.ireereplay'));
  assert.equal(status, 0);
  const text = stdout.toString();
  assert.match(text, /^executable 4 \(#11\): embedded-elf-x86_64, 2 functions, with lines, with debugging information$/m);
  assert.match(
    text,
    /^ {2}0 matmul_dispatch_0_matmul_256x256x256_f32 at 0xf9d0, 1\.2 KiB\n {4}mm256\.mlir:2\n {4}0\.source: \S+source\.mlir:8$/m,
  );
  assert.match(text, /^ {2}embeds module_matmul_dispatch_0_embedded_elf_x86_64\.1\.configured\.mlir, 4\.9 KiB$/m);
});

test('lists the lines of one function, by name or by ordinal', () => {
  const file = fixture('small.ireereplay');
  const byName = ireereplay('source', '--function=elementwise_mul', file);
  assert.equal(byName.status, 0);
  assert.match(byName.stdout.toString(), /^ {2}elementwise\.c:80 {2}0x1020-0x1027$/m);
  assert.equal(ireereplay('source', '--function=0', file).stdout.toString(), byName.stdout.toString());
});

test('tells the loops of a function, and what an iteration does', () => {
  const { status, stdout } = ireereplay('source', '--function=0', '--disassembly', fixture('models/mm256/mm256.sync.ireereplay'));
  assert.equal(status, 0);
  const text = stdout.toString();
  assert.match(text, /^loop 2, in loop 1: 0xfb00-0xfe54; what an iteration does is not known: it contains loops$/m);
  assert.match(text, /^loop 3, in loop 2: 0xfb30-0xfe1b, -:2; an iteration reads 192 B and writes 0 B, 256 floating-point operations$/m);
});

test('says what there is where nothing is called as asked', () => {
  const file = fixture('small.ireereplay');
  const wrong = ireereplay('source', '--function=mul', file);
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /no executable has a function mul; there are: elementwise_mul, spin, /);
  assert.match(ireereplay('source', '--executable=9', file).stderr, /prepares no executable 9; it prepares 4/);
});

test('embedded sources are read whole, and nothing is read once it is cancelled', async () => {
  const capture = await openCapture(fixture('models/mm256/mm256.sync.ireereplay'));
  try {
    await capture.index();
    const { sources } = await capture.code.executable('4');
    assert.equal(sources.length, 3);
    for (const [index, { bytes }] of sources.entries()) assert.equal((await capture.code.source('4', index)).length, bytes);
    await assert.rejects(capture.code.source('4', 3), /executable 4 embeds 3 sources: there is no source 3/);
    await assert.rejects(capture.code.function('4', 0, AbortSignal.abort()), { name: 'AbortError' });
  } finally {
    capture.close();
  }
});

test('shows the entry points and modules of an executable for a GPU, and says why it lists no instructions', async () => {
  const file = fixture('models/mm256/mm256-vulkan.ireereplay');
  const { status, stdout } = ireereplay('source', file);
  assert.equal(status, 0);
  const text = stdout.toString();
  assert.match(text, /^executable 4 \(#11\): vulkan-spirv-fb, 1 function, container VKE1$/m);
  assert.match(
    text,
    /^ {2}0 matmul_dispatch_0_matmul_256x256x256_f32: entry point \S+ of module 0, workgroups of \d+x\d+x\d+, .*3 bindings, ABI descriptor$/m,
  );
  assert.match(text, /^ {2}module 0: SPIR-V 1\.0, 8\.1 KiB, capabilities Shader, Matrix$/m);
  const capture = await openCapture(file);
  try {
    await capture.index();
    await assert.rejects(capture.code.function('4', 0), /executable 4 is GPU code, which is not decoded here/);
  } finally {
    capture.close();
  }
});
