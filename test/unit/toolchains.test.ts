/** Kernels are built with what a machine has. Each PATH here has links to some programs, and nothing else. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../engine/programs/program';
import { agrees, machines, verifyOn } from '../machines';
import { fixture, run, temporaryFolder } from '../programs';

const root = temporaryFolder();
const machineWith = machines(root);

const c = fixture('kernels/elementwise.c');

/** The same kernel in another language, or with something before it. */
function source(name: string, text: string): string {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const including = (before = ''): string => `${before}#include ${JSON.stringify(c)}\n`;

function compiled(name: string, compiler: string, ...flags: readonly string[]): string {
  const file = path.join(root, name);
  const { status, stderr } = run(compiler, ['-O2', '-fPIC', '-ffreestanding', '-S', ...flags, c, '-o', file]);
  assert.equal(status, 0, stderr);
  return file;
}

for (const linker of ['ld.bfd', 'ld.gold'].filter((name) => findProgram(name) !== undefined)) {
  test(`clang builds with ${linker} where there is no lld`, () => {
    const machine = machineWith('clang', linker);
    symlinkSync(linker, path.join(machine, 'ld'));
    for (const file of [c, compiled('kernel.ll', 'clang', '-emit-llvm'), compiled('kernel.s', 'clang')]) agrees(verifyOn(machine, file));
  });
}

test('gcc builds where there is no clang', () => {
  const machine = machineWith('gcc', 'g++', 'as', 'ld');
  const zeroes = '__attribute__((visibility("default"))) void zero(float *p, long n) { for (long i = 0; i < n; ++i) p[i] = 0; }\n';
  for (const file of [c, source('zero.c', including(zeroes)), compiled('gcc.s', 'gcc')]) agrees(verifyOn(machine, file));
  const wrong = verifyOn(machine, source('plus.c', including('#define OP +\n')));
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout.toString(), /differ/);
  const bad = verifyOn(machine, source('bad.c', 'int value(void) { return nothing; }\n'));
  assert.equal(bad.status, 1);
  assert.match(bad.stderr, /gcc cannot build .*bad\.c:1:26: .nothing. undeclared/);
});

test('C++ is built by clang, and by g++', () => {
  const sum = 'template <int N> int sum(const int (&of)[N]) { int s = 0; for (int one : of) s += one; return s; }\n';
  const file = source('sum.cc', `${sum}extern "C" int total(const int (&of)[4]) { return sum(of); }\n`);
  for (const machine of [machineWith('clang', 'ld'), machineWith('g++', 'as', 'ld')]) {
    const { status, stderr } = verifyOn(machine, file);
    // It has been built, but is not a kernel.
    assert.equal(status, 1);
    assert.match(stderr, /executable ELF: it does not export iree_hal_executable_library_query/);
  }
});

test('says at once, in a sentence, what was tried when nothing builds', () => {
  const none = verifyOn(machineWith(), c);
  assert.equal(none.status, 1);
  assert.match(
    none.stderr,
    /^ireereplay: No compiler here can build \S+elementwise\.c: clang is not on PATH; gcc is not on PATH; cc is not on PATH\. Install clang and lld, or gcc/m,
  );
  const unlinked = verifyOn(machineWith('clang'), c);
  assert.match(unlinked.stderr, /bin\/clang finds no linker \(neither lld nor ld, .*gcc is not on PATH/);
  const named = verifyOn(machineWith('gcc', 'as', 'ld'), c, '--clang=/no/such/clang');
  assert.match(named.stderr, /\/no\/such\/clang is not a program\. Install/);
});

test('builds kernels whatever their paths are', () => {
  const names = [
    'with blank',
    "it's",
    'a "quote"',
    '[b] {c} (d)',
    '100%',
    '$HOME $(x) `y` $&',
    '#a=b,c;d&e',
    'Ядро 核 é',
    'back\\slash',
    '@at -dash',
  ];
  for (const name of names) {
    const file = source(`${name}/${name}.c`, including());
    agrees(verifyOn(process.env['PATH'] ?? '', file));
    agrees(verifyOn(process.env['PATH'] ?? '', file, '--clang=gcc'));
  }
});
