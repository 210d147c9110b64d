/** Captures with other executables in the places of their own, and the kernels for that. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { fixture } from './programs';

const FLAGS = [
  '-O3',
  '-ffast-math',
  '-g1',
  '-fPIC',
  '-ffreestanding',
  '-nostdlib',
  '-shared',
  '-Wno-unused-function',
  '-Wl,-z,noseparate-code',
];

/** A library of a source of the fixtures. */
export function builtKernel(folder: string, name: string, source: string, ...flags: readonly string[]): string {
  const file = path.join(folder, `${name}.so`);
  execFileSync('clang', [...FLAGS, ...flags, '-o', file, fixture(`kernels/${source}`)]);
  return file;
}

/** The library of cheats.c whose kernel has this name. */
export function cheat(folder: string, name: string): string {
  const recorded = /^(recorded|known)/.test(name) ? [`-DRECORDED="${fixture('models/mm256/c.npy')}"`] : [];
  const local = name.endsWith('locally') ? ['-DLOCAL_MEMORY=(N*N*4+N*8)'] : [];
  return builtKernel(folder, name, 'cheats.c', `-DCHEAT=${name}`, ...recorded, ...local);
}

/** Where captures of the fixtures have their only executable, and of how many bytes. */
const EXECUTABLES = {
  'small.ireereplay': { offset: 925, length: 14432 },
  'models/mm256/mm256.sync.ireereplay': { offset: 1323, length: 63712 },
} as const;

/** A capture of the fixtures with another executable in the place of its own. */
export function captureWith(folder: string, capture: keyof typeof EXECUTABLES, executable: string): string {
  const { offset, length } = EXECUTABLES[capture];
  const bytes = readFileSync(fixture(capture));
  const binary = readFileSync(executable);
  assert.ok(binary.length <= length, `${String(binary.length)} bytes`);
  assert.equal(bytes.toString('latin1', offset, offset + 4), '\x7fELF');
  bytes.fill(0, offset, offset + length);
  bytes.set(binary, offset);
  const file = path.join(folder, `${path.basename(executable, '.so')}.ireereplay`);
  writeFileSync(file, bytes);
  return file;
}
