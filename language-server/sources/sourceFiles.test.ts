import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { sourceBeside } from './sourceFiles';

test('a source beside a capture is found by its name, and told to be found by no more', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  try {
    mkdirSync(path.join(folder, 'below'));
    writeFileSync(path.join(folder, 'below', 'other.mlir'), '');
    writeFileSync(path.join(folder, 'kernel.mlir'), '');
    const file = path.join(folder, 'kernel.mlir');
    assert.deepEqual(await sourceBeside('kernel.mlir', folder, {}), { file, match: { how: 'suffix', parts: 1 } });
    assert.deepEqual(await sourceBeside('/build/kernel.mlir', folder, {}), { file, match: { how: 'suffix', parts: 1 } });
    assert.deepEqual(await sourceBeside(file, folder, {}), { file, match: { how: 'path' } });
    // It is looked for in no folder below: there may be many.
    assert.equal(await sourceBeside('other.mlir', folder, {}), undefined);
    assert.equal(await sourceBeside('', folder, {}), undefined);
    assert.equal(await sourceBeside('/build/', folder, {}), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
