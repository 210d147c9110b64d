import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture } from '../../test/programs';
import { profileHealth } from './profileHealth';

const { signal } = new AbortController();
const profile = fixture('profiles/recorded/launches.ireeprof');

test('of a whole profile is known what it recorded, and of which capture', async () => {
  const health = await profileHealth(profile, signal);
  assert.ok(health.state === 'read');
  const { complete, torn, capture, dispatches } = health.summary;
  assert.deepEqual([complete, torn, path.basename(capture?.path ?? '')], [true, undefined, 'small.ireereplay']);
  assert.ok(Number(dispatches) > 0);
});

test('one that was cut off is read up to there, and what is none is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  try {
    const torn = path.join(folder, 'torn.ireeprof');
    const bytes = readFileSync(profile);
    writeFileSync(torn, bytes.subarray(0, bytes.length - 100));
    const health = await profileHealth(torn, signal);
    assert.ok(health.state === 'read');
    assert.equal(health.summary.torn?.code, 'DATA_LOSS');
    writeFileSync(torn, 'nothing of the kind');
    assert.equal((await profileHealth(torn, signal)).state, 'unreadable');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('one that is too large is not read', async () => {
  assert.deepEqual(await profileHealth(profile, signal, 1000), { state: 'large' });
});
