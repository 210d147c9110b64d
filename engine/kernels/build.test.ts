/** What is cached of built kernels: never a stale one, or one that somebody else could have put there. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { beforeEach, test } from 'node:test';
import type { Compilers } from '../../protocol/replay/run';
import { temporaryFolder } from '../../test/programs';
import { findProgram } from '../programs/program';
import { buildKernel } from './build';

const clang = findProgram('clang') ?? '';
const root = temporaryFolder();
/** Each test's own: its sources, and its user's caches. */
let folder = '';
let count = 0;
beforeEach(() => {
  folder = path.join(root, String(++count));
  mkdirSync(path.join(folder, 'headers'), { recursive: true });
  process.env['XDG_CACHE_HOME'] = path.join(folder, 'caches');
});

const kernels = (): string => path.join(folder, 'caches', 'iree-replay', 'kernels');

function write(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

/** A compiler that is a script. */
function script(text: string): string {
  const file = write('compiler', `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A function that returns this value. */
const returning = (value: number | string): string => `int value(void) { return ${String(value)}; }\n`;

/** The library built from a source, with its bytes. */
async function build(source: string, compilers: Compilers = {}): Promise<{ readonly path: string; readonly bytes: string }> {
  const { path: library } = await buildKernel(source, compilers);
  return { path: library, bytes: readFileSync(library).toString('latin1') };
}

/** Builds before and after a change that only the compiler sees: the cached build is reused before it, but not after. */
async function rebuilds(source: string, compilers: Compilers, change: () => void): Promise<void> {
  const first = await build(source, compilers);
  assert.equal((await build(source, compilers)).path, first.path, 'the build is cached');
  change();
  const second = await build(source, compilers);
  assert.notEqual(second.path, first.path);
  assert.notEqual(second.bytes, first.bytes);
}

test('rebuilds when a header has changed, however it is included and whatever the name of the source', async () => {
  for (const compiler of ['clang', 'gcc']) {
    for (const [name, include] of [
      ['kernel', '"headers/value.h"'],
      [`it's [a] "b" 100% $HOME 核`, '<value.h>'],
    ] as const) {
      write('headers/value.h', '#define VALUE 1\n');
      const source = write(`${name}.c`, `#include ${include}\n${returning('VALUE')}`);
      await rebuilds(source, { clang: compiler, clangFlags: ['-Iheaders'] }, () => write('headers/value.h', '#define VALUE 2\n'));
    }
  }
});

test('rebuilds when another header is found first, or one that was missing appears', async () => {
  write('headers/value.h', '#define VALUE 1\n');
  const found = write('kernel.c', `#include <value.h>\n${returning('VALUE')}`);
  await rebuilds(found, { clangFlags: ['-I.', '-Iheaders'] }, () => write('value.h', '#define VALUE 2\n'));
  const sought = write('sought.c', `#if __has_include("other.h")\n${returning(1)}#else\n${returning(2)}#endif\n`);
  await rebuilds(sought, {}, () => write('other.h', ''));
});

test('rebuilds when a file of flags has changed', async () => {
  const source = write('kernel.c', returning('VALUE'));
  write('flags', '-DVALUE=1');
  await rebuilds(source, { clangFlags: ['@flags'] }, () => write('flags', '-DVALUE=2'));
  write('flags.cfg', '-DVALUE=3');
  await rebuilds(source, { clangFlags: ['--config', './flags.cfg'] }, () => write('flags.cfg', '-DVALUE=4'));
  write('value.h', '#define VALUE 5');
  await rebuilds(source, { clangFlags: ['-include', 'value.h'] }, () => write('value.h', '#define VALUE 6'));
});

test('rebuilds when the same text must give other code', async () => {
  const source = write('kernel.c', 'double sum(const double *p) { double s = 0; for (int i = 0; i < 64; ++i) s += p[i]; return s; }\n');
  write('flags', '-O1');
  await rebuilds(source, { clangFlags: ['@flags'] }, () => write('flags', '-O3 -ffast-math'));
});

test('rebuilds when the compiler is another, or describes another processor', async () => {
  const source = write('kernel.c', returning('VALUE'));
  await rebuilds(source, { clang: script(`exec ${clang} -DVALUE=1 "$@"`) }, () => script(`exec ${clang} -DVALUE=2 "$@"`));
  const vector = write('vector.c', 'void twice(float *p) { for (int i = 0; i < 64; ++i) p[i] += p[i]; }\n');
  write('cpu', 'x86-64');
  const native = script(`cpu=$(cat ${path.join(folder, 'cpu')})\nexec ${clang} "$@" -march=$cpu`);
  await rebuilds(vector, { clang: native }, () => write('cpu', 'x86-64-v3'));
});

test("rebuilds when a library with the compiler's code has changed", async () => {
  for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, name));
  const library = path.join(folder, 'lib', 'libLLVM-99.so');
  writeFileSync(library, '1');
  const program = path.join(folder, 'bin', 'clang');
  // It describes itself and preprocesses as before.
  const asBefore = `case " $* " in *" -### "*|*" -E "*) exec ${clang} "$@" ;; esac`;
  writeFileSync(program, `#!/bin/sh\n${asBefore}\nexec ${clang} -DVALUE=$(cat ${library}) "$@"\n`, { mode: 0o755 });
  await rebuilds(write('kernel.c', returning('VALUE')), { clang: program }, () => writeFileSync(library, '2'));
});

test('caches nothing that may have read files which are not named', async () => {
  write('data', 'one');
  const source = write('kernel.s', '.globl value\nvalue: .incbin "data"\n');
  const first = await build(source);
  write('data', 'two');
  assert.notEqual((await build(source)).bytes, first.bytes);
  write('value', '1');
  const own = script(`echo "int value(void) { return $(cat value); }" | ${clang} -x c - -nostdlib -shared -o "$1"`);
  const command = `${own} \${output}`;
  const one = await build(source, { command });
  write('value', '2');
  assert.notEqual((await build(source, { command })).bytes, one.bytes);
});

test('caches nothing for a source that was saved while it was built', async () => {
  const source = write('kernel.c', returning(1));
  const saved = write('saved.c', returning(2));
  const saving = script(`${clang} "$@"\nstatus=$?\ncase " $* " in *" -E "*|*" -### "*) ;; *) cp ${saved} ${source} ;; esac\nexit $status`);
  const before = await build(source, { clang: saving });
  const after = await build(source, { clang: saving });
  assert.notEqual(after.bytes, before.bytes);
  write('kernel.c', returning(1));
  assert.equal((await build(source, { clang: saving })).bytes, before.bytes);
});

test('caches kernels where nobody else can put any', async () => {
  const source = write('kernel.c', returning(1));
  await build(source);
  assert.equal(statSync(kernels()).mode & 0o777, 0o700);
  chmodSync(kernels(), 0o777);
  await assert.rejects(buildKernel(source), { message: new RegExp(`${kernels()}: other users may write to it.*XDG_CACHE_HOME`) });
  chmodSync(kernels(), 0o700);
  await build(source);
});

test("uses nothing from another user's folder", async () => {
  const source = write('kernel.c', returning(1));
  mkdirSync(path.dirname(kernels()), { recursive: true });
  if (process.getuid?.() === 0) {
    mkdirSync(kernels());
    chownSync(kernels(), 65534, 65534);
  } else symlinkSync('/', kernels());
  await assert.rejects(buildKernel(source), /belongs to another user/);
});

test('caches a limited number of kernels, those used last', async () => {
  const source = write('kernel.c', returning(1));
  const { path: kept } = await build(source);
  for (let i = 0; i < 300; i++) {
    const old = path.join(kernels(), `old-${String(i)}.so`);
    writeFileSync(old, '');
    writeFileSync(`${old}.grids.json`, '{}');
    utimesSync(old, 1000 + i, 1000 + i);
  }
  mkdirSync(path.join(kernels(), 'build-killed'));
  utimesSync(path.join(kernels(), 'build-killed'), 1000, 1000);
  utimesSync(kept, 0, 0);
  assert.equal((await build(source)).path, kept);
  const { path: latest } = await build(write('other.c', returning(2)));
  const left = readdirSync(kernels());
  assert.equal(left.filter((name) => name.endsWith('.so')).length, 200);
  assert.equal(left.filter((name) => name.endsWith('.json')).length, 198);
  for (const name of [path.basename(kept), path.basename(latest), 'old-299.so']) assert.ok(left.includes(name), name);
  assert.ok(!left.includes('old-0.so') && !left.includes('build-killed'));
});

test('leaves nothing behind after a failed build', async () => {
  await assert.rejects(buildKernel(write('kernel.c', 'int value(void) { return nothing; }\n')), /undeclared identifier 'nothing'/);
  const needs = write('needs.c', 'int other(void); int value(void) { return other(); }\n');
  for (const clangFlags of [[], ['-fuse-ld=bfd']]) {
    await assert.rejects(buildKernel(needs, { clangFlags }), /clang cannot build .*undefined (symbol|reference).*other/);
  }
  assert.deepEqual(readdirSync(kernels()), []);
});

test("resolves files in a build command's messages from the source's folder", async () => {
  mkdirSync(path.join(folder, 'my kernels'));
  const source = write("my kernels/it's [a] 100% $& 核.c", '#include "bad.h"\nint value(void) { return 1; }\n');
  const header = write('my kernels/bad.h', 'int bad(void) { return nothing; }\n');
  const command = `"${clang}" -I . -shared -nostdlib "\${source}" -o \${output}`;
  await assert.rejects(buildKernel(source, { command }), (error: Error & { diagnostics?: readonly { file: string; line: number }[] }) => {
    assert.deepEqual(
      error.diagnostics?.map(({ file, line }) => [file, line]),
      [[header, 1]],
    );
    return true;
  });
  write('my kernels/bad.h', '');
  assert.match((await build(source, { command })).bytes, /^\x7fELF/);
  await assert.rejects(buildKernel(source, { command: "clang 'never closed" }), /unclosed quote/);
  await assert.rejects(
    buildKernel(source, { command: 'no-such-program ${source}' }),
    /no-such-program cannot be started to build .*ENOENT/,
  );
  await assert.rejects(buildKernel(source, { command: 'true' }), /true produced no library from/);
});
