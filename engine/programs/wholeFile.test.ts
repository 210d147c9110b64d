import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { replaceFile } from './wholeFile';

const folder = mkdtempSync(path.join(os.tmpdir(), 'whole-file-'));
after(() => rmSync(folder, { recursive: true }));

test('a file is as it was until the new one is whole', async () => {
  const file = path.join(folder, 'kept.txt');
  writeFileSync(file, 'old');
  const written = await replaceFile(file, async (beside) => {
    await writeFile(beside, 'new');
    assert.equal(readFileSync(file, 'utf8'), 'old');
    return 3;
  });
  assert.equal(written, 3);
  assert.equal(readFileSync(file, 'utf8'), 'new');
  assert.deepEqual(readdirSync(folder), ['kept.txt']);
});

test('a file stays as it is where writing fails, and nothing is left beside it', async () => {
  const file = path.join(folder, 'kept.txt');
  writeFileSync(file, 'old');
  const failing = replaceFile(file, async (beside) => {
    await writeFile(beside, 'half');
    throw new Error('the disk is full');
  });
  await assert.rejects(failing, /the disk is full/);
  assert.equal(readFileSync(file, 'utf8'), 'old');
  assert.deepEqual(readdirSync(folder), ['kept.txt']);
});
