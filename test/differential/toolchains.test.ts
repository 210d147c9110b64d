/** Kernels built with lld, with IREE's own, and with iree-compile. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { buildKernel } from '../../engine/kernels/build';
import { agrees, machines, verifyOn } from '../machines';
import { fixture, ireereplay, temporaryFolder } from '../programs';
import { ireeProgram } from './ireeTools';

const folder = temporaryFolder();
const machineWith = machines(folder);
const c = fixture('kernels/elementwise.c');
const ireeCompile = ireeProgram('iree-compile');
process.env['XDG_CACHE_HOME'] = path.join(folder, 'caches');

test('clang builds with lld, and needs no other linker', () => {
  agrees(verifyOn(machineWith('clang', 'ld.lld'), c));
});

test("clang builds with the lld in iree-compile's package, whether named or on PATH", () => {
  const machine = machineWith('clang');
  assert.match(verifyOn(machine, c).stderr, /finds no linker/);
  agrees(verifyOn(machine, c, `--iree_compile=${ireeCompile}`));
  symlinkSync(ireeCompile, path.join(machine, 'iree-compile'));
  agrees(verifyOn(machine, c));
});

test('rebuilds MLIR when iree-compile has another version, but not before', async () => {
  const version = path.join(folder, 'version');
  writeFileSync(version, '1');
  const compiler = path.join(folder, 'iree-compile');
  writeFileSync(compiler, `#!/bin/sh\n[ "$1" = --version ] && exec cat ${version}\nexec ${ireeCompile} "$@"\n`, { mode: 0o755 });
  const source = fixture('models/mm256/kernels/scalar.configured.mlir');
  const first = await buildKernel(source, { ireeCompile: compiler });
  assert.equal((await buildKernel(source, { ireeCompile: compiler })).path, first.path);
  writeFileSync(version, '2');
  assert.notEqual((await buildKernel(source, { ireeCompile: compiler })).path, first.path);
});

test('builds MLIR whatever its path is', () => {
  const odd = path.join(folder, `it's [a] "b" 100% $HOME 核`);
  mkdirSync(odd);
  const source = path.join(odd, 'kernel = 1.mlir');
  copyFileSync(fixture('models/mm256/kernels/captured.configured.mlir'), source);
  const { status, stdout, stderr } = ireereplay(
    ...['verify', `--iree_compile=${ireeCompile}`, `--replay_executable_substitution=4=${source}`],
    fixture('models/mm256/mm256.sync.ireereplay'),
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout.toString(), /^The outputs agree with the original's, bit for bit/);
});
