import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { openCapture } from '../index';
import { exportExecutable } from './export';

const root = path.join(__dirname, '../..');

test('writes the binary that was captured, and how to put another in its place', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-export-'));
  const file = path.join(root, 'test/fixtures/models/mm256/mm256.sync.ireereplay');
  const capture = await openCapture(file);
  await capture.index();
  const [executable] = (await capture.summary()).executables;
  assert.ok(executable !== undefined);
  const written = await exportExecutable(capture, file, executable, folder);
  const binary = readFileSync(written[0] ?? '');
  assert.ok(binary.equals(readFileSync(path.join(root, 'test/fixtures/models/mm256/kernels/captured.so'))));
  assert.equal(String(binary.length), executable.bytes);
  assert.match(readFileSync(written.at(-1) ?? '', 'utf8'), /--replay_executable_substitution=4=/);
  // The compiler had left its MLIR in there, stage by stage.
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.mlir')),
    ['executable-4.0.source.mlir', 'executable-4.1.configured.mlir', 'executable-4.2.translated.mlir'],
  );
  const configured = readFileSync(path.join(folder, 'executable-4.1.configured.mlir'), 'utf8');
  assert.match(configured, /hal\.executable\.variant public @embedded_elf_x86_64 target\(.*\) \{\n/);
  assert.match(configured, /translation_info = /);
  capture.close();
  rmSync(folder, { recursive: true });
});
