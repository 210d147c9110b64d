import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import { createCaptureKeys } from './captureKey';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-key-'));
after(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;

test('a capture is identified by its contents, not by its name', async () => {
  const [a, b] = [path.join(folder, 'a'), path.join(folder, 'b')];
  writeFileSync(a, 'one capture');
  copyFileSync(a, b);
  const keys = createCaptureKeys();
  const first = await keys.of(a, never);
  assert.match(first ?? '', /^sha256:[0-9a-f]{64}$/);
  assert.equal(await keys.of(b, never), first);
  assert.equal(await keys.of(a, never), first);
  // As long as the one before it, and under its name.
  writeFileSync(a, 'two capture');
  assert.notEqual(await keys.of(a, never), first);
});

test('nothing is known about a missing file, and an aborted caller is not kept waiting', async () => {
  const keys = createCaptureKeys();
  assert.equal(await keys.of(path.join(folder, 'none'), never), undefined);
  const large = path.join(folder, 'large');
  writeFileSync(large, '');
  truncateSync(large, 64 * 2 ** 30);
  const controller = new AbortController();
  const asked = keys.of(large, controller.signal);
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(asked, { name: 'AbortError' });
});

test("a result has its capture's key, unless the capture was written to while it was measured", async () => {
  const file = path.join(folder, 'measured');
  writeFileSync(file, 'one capture');
  const keys = createCaptureKeys();
  const environment = {} as BenchmarkEnvironment;
  const kept = await keys.keep(file, never, () => Promise.resolve({ environment }));
  assert.equal(kept.environment.capture, await keys.of(file, never));
  const changed = await keys.keep(file, never, () => {
    writeFileSync(file, 'two captures');
    return Promise.resolve({ environment });
  });
  assert.equal(changed.environment.capture, undefined);
});
