import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { createProfileFiles } from './profileFiles';

const folderOf = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'profiles-')), 'storage', 'profiles');
const at = new Date(2026, 7, 21, 11, 42, 3);

test('a profile is called after its capture and the time, and never after one that is there', () => {
  const folder = folderOf();
  const first = createProfileFiles(folder).next('/captures/my model.ireereplay', at);
  assert.equal(first, path.join(folder, 'my model-20260821-114203.ireeprof'));
  writeFileSync(first, '');
  const files = createProfileFiles(folder);
  assert.equal(path.basename(files.next('/captures/my model.ireereplay', at)), 'my model-20260821-114203-2.ireeprof');
  // Nor after one that is being recorded.
  assert.equal(path.basename(files.next('/other/my model.ireereplay', at)), 'my model-20260821-114203-3.ireeprof');
});

test('removes what it has named, and nothing of the user', async () => {
  const folder = folderOf();
  const files = createProfileFiles(folder);
  const own = files.next('a.ireereplay', at);
  const saved = path.join(path.dirname(folder), 'a.ireeprof');
  writeFileSync(own, '');
  writeFileSync(saved, '');
  await files.remove(own);
  await files.remove(saved);
  await files.remove(path.join(folder, '..', 'a.ireeprof'));
  assert.deepEqual(readdirSync(folder), []);
  assert.ok(existsSync(saved));
});
