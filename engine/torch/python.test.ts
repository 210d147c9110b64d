import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { findTorchPython } from './python';

const folder = mkdtempSync(path.join(os.tmpdir(), 'torch-python-'));
after(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();

/** An environment whose Python ends with this status when it is asked for PyTorch. */
function environment(name: string, code: string): string {
  const bin = path.join(folder, name, 'bin');
  mkdirSync(bin, { recursive: true });
  const program = path.join(bin, 'python3');
  writeFileSync(program, `#!/bin/sh\n${code}\n`);
  chmodSync(program, 0o755);
  return path.join(folder, name);
}

const has = environment('has', 'exit 0');
const none = environment('none', 'exit 3');
const broken = environment('broken', 'echo "no such library" >&2; exit 1');

test('the first environment with PyTorch is taken', async () => {
  assert.equal(await findTorchPython({ environments: [none, broken, has] }, signal), path.join(has, 'bin', 'python3'));
});

test('a Python that is named is taken, by its environment or its path, and no other', async () => {
  const program = path.join(has, 'bin', 'python3');
  for (const python of [has, path.join(has, 'bin'), program])
    assert.equal(await findTorchPython({ python, environments: [] }, signal), program);
  await assert.rejects(findTorchPython({ python: none, environments: [has] }, signal), {
    message: `PyTorch was not found: ${none}/bin/python3 has none. Install it with pip install torch, or name a Python that has it with --python=PATH`,
  });
});

test('it is said what each Python that was looked at lacks, and where there is none', async () => {
  await assert.rejects(
    findTorchPython({ python: broken, environments: [] }, signal),
    /broken\/bin\/python3 does not start: no such library/,
  );
  await assert.rejects(findTorchPython({ python: folder, environments: [] }, signal), /there is no Python in /);
});

test('a cancelled search ends', async () => {
  const slow = environment('slow', 'sleep 60');
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(findTorchPython({ python: slow, environments: [] }, controller.signal), { name: 'AbortError' });
});
