import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { createCaptureOfProfile } from './captureOfProfile';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-test-'));
after(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'model.ireereplay');
writeFileSync(file, 'capture');
const { size, mtimeNs } = statSync(file, { bigint: true });
const recorded = { path: file, bytes: String(size), modifiedNs: String(mtimeNs), state: 'unchecked' } as const;

function places(): ReturnType<typeof createCaptureOfProfile> {
  const kept = new Map<string, unknown>();
  return createCaptureOfProfile({ get: (key) => kept.get(key), update: (key, value) => Promise.resolve(void kept.set(key, value)) });
}

test('a capture is the same until it is written again, and then another', async () => {
  const captures = places();
  assert.equal((await captures.stateOf(recorded, folder))?.state, 'same');
  utimesSync(file, 1, 1);
  assert.equal((await captures.stateOf(recorded, folder))?.state, 'changed');
  assert.equal(await captures.stateOf(undefined, folder), undefined);
});

test('a name without a folder is one beside the profile', async () => {
  const found = await places().stateOf({ ...recorded, path: 'model.ireereplay' }, folder);
  assert.deepEqual([found?.path, found?.state], [file, 'changed']);
  assert.equal((await places().stateOf({ ...recorded, path: 'model.ireereplay' }, tmpdir()))?.state, 'missing');
});

test('both may be copied together: a capture of that name and size beside the profile is the one', async () => {
  const elsewhere = mkdtempSync(path.join(folder, 'copied-'));
  const beside = path.join(elsewhere, 'model.ireereplay');
  const gone = { ...recorded, path: path.join(folder, 'gone', 'model.ireereplay') };
  assert.equal((await places().stateOf(gone, elsewhere))?.state, 'missing');
  copyFileSync(file, beside);
  const found = await places().stateOf(gone, elsewhere);
  assert.deepEqual([found?.state, found?.path, found?.recorded], ['same', beside, gone.path]);
  writeFileSync(beside, 'another capture');
  assert.equal((await places().stateOf(gone, elsewhere))?.state, 'missing');
});

test('where it has moved to is asked once, and known for every profile of it', async () => {
  const captures = places();
  const moved = path.join(folder, 'moved.ireereplay');
  renameSync(file, moved);
  const missing = await captures.stateOf(recorded, folder);
  assert.equal(missing?.state, 'missing');
  assert.ok(missing);
  await captures.remember(missing, moved);
  const found = await captures.stateOf(recorded, folder);
  assert.deepEqual([found?.state, found?.path, found?.recorded], ['same', moved, file]);
  // Told of again, as an editor does that has it already.
  assert.deepEqual(await captures.stateOf(found, folder), found);
  writeFileSync(moved, 'another capture');
  assert.equal((await captures.stateOf(recorded, folder))?.state, 'changed');
  copyFileSync(moved, file);
});
