import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  capture.close();
  rmSync(folder, { recursive: true });
});
