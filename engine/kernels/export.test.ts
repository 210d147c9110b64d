import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixture, temporaryFolder } from '../../test/programs';
import { openCapture } from '../addon/capture';
import { exportExecutable } from './export';

const root = temporaryFolder();
const mm256 = fixture('models/mm256/mm256.sync.ireereplay');

/** Exports the one executable of a capture; returns the paths written. */
async function exported(file: string, folder: string, mayRun: boolean): Promise<readonly string[]> {
  const capture = await openCapture(file);
  await capture.index();
  const [executable] = (await capture.summary()).executables;
  assert.ok(executable !== undefined);
  const written = await exportExecutable(capture, file, executable, folder, mayRun);
  capture.close();
  return written;
}

test('writes the captured binary, and how to put another in its place', async () => {
  const folder = path.join(root, 'plain');
  const written = await exported(mm256, folder, true);
  const binary = readFileSync(written[0] ?? '');
  assert.ok(binary.equals(readFileSync(fixture('models/mm256/kernels/captured.so'))));
  assert.match(readFileSync(written.at(-1) ?? '', 'utf8'), /--replay_executable_substitution=4=/);
  // The compiler had embedded its MLIR, stage by stage.
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.mlir')),
    ['executable-4.0.source.mlir', 'executable-4.1.configured.mlir', 'executable-4.2.translated.mlir'],
  );
  const configured = readFileSync(path.join(folder, 'executable-4.1.configured.mlir'), 'utf8');
  assert.match(configured, /hal\.executable\.variant public @embedded_elf_x86_64 target\(.*\) \{\n/);
  assert.match(configured, /translation_info = /);
});

test('writes a large binary whole', async () => {
  const file = path.join(root, 'mobilenet_v2.ireereplay');
  const [name] = readdirSync(fixture('models/mobilenet_v2')).filter((each) => each.endsWith('.ireereplay.gz'));
  writeFileSync(file, gunzipSync(readFileSync(fixture(`models/mobilenet_v2/${name ?? ''}`))));
  const [written] = await exported(file, path.join(root, 'large'), false);
  const binary = readFileSync(written ?? '');
  assert.ok(binary.length > 1 << 16);
  // An ELF file ends with its section headers.
  assert.equal(binary.length, Number(binary.readBigUInt64LE(0x28)) + binary.readUInt16LE(0x3a) * binary.readUInt16LE(0x3c));
});

/** Does `work` with programs of these names first on PATH, each a shell script. */
async function withPrograms(scripts: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> {
  const bin = path.join(root, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const before = process.env['PATH'];
  process.env['PATH'] = `${bin}:${before ?? ''}`;
  try {
    await work();
  } finally {
    process.env['PATH'] = before;
  }
}

test('runs no program where none is allowed', async () => {
  const ran = path.join(root, 'ran');
  const leaves = `touch '${ran}'`;
  await withPrograms({ objdump: leaves, 'llvm-objdump': leaves }, async () => {
    const written = await exported(mm256, path.join(root, 'restricted'), false);
    assert.ok(!existsSync(ran));
    assert.ok(written.every((file) => !file.endsWith('.s.txt')));
    await exported(mm256, path.join(root, 'trusted'), true);
    assert.ok(existsSync(ran));
  });
});

test('gives a command line that works in a shell, wherever the files are', async () => {
  for (const name of ['with blank', "it's", '$HOME `x` "y"', '[a] 核&;#']) {
    const folder = path.join(root, name);
    mkdirSync(folder);
    const capture = path.join(folder, `${name}.ireereplay`);
    copyFileSync(mm256, capture);
    const written = await exported(capture, folder, false);
    const line = readFileSync(written.at(-1) ?? '', 'utf8')
      .split('\n')
      .find((text) => text.startsWith('    ireereplay '));
    await withPrograms({ ireereplay: `printf '%s\\0' "$@"` }, () => {
      const { stdout } = spawnSync('sh', ['-c', line ?? ''], { encoding: 'utf8' });
      assert.deepEqual(stdout.split('\0').slice(0, -1), ['substitute', `--replay_executable_substitution=4=${written[0] ?? ''}`, capture]);
      return Promise.resolve();
    });
  }
});
