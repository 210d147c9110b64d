import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { createProfileFiles, type ProfileFiles } from './profileFiles';

const at = new Date(2026, 7, 21, 11, 42, 3);

/** A folder of captures, a storage that is not there yet, and what is kept of them from one window to the next. */
function workspace() {
  const root = mkdtempSync(path.join(tmpdir(), 'profiles-'));
  const [captures, storage] = [path.join(root, 'captures'), path.join(root, 'storage', 'profiles')];
  mkdirSync(captures);
  const kept = new Map<string, unknown>();
  const memento = {
    get: <Value>(key: string, otherwise: Value): Value => (kept.get(key) as Value | undefined) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  const files = (isBeside = true): ProfileFiles => createProfileFiles(storage, memento, () => isBeside);
  return { captures, storage, files, capture: path.join(captures, 'my model.ireereplay') };
}

async function record(files: ProfileFiles, capture: string, started?: Date): Promise<string> {
  const file = files.next(capture, started);
  writeFileSync(file, 'a profile');
  await files.ended(file);
  return file;
}

const namesOf = async (files: ProfileFiles): Promise<readonly string[]> => (await files.recorded()).map(({ file }) => path.basename(file));

test('a profile lies beside its capture, is called after it and the time, and never after one that is there', () => {
  const { captures, storage, files, capture } = workspace();
  const first = files().next(capture, at);
  assert.equal(first, path.join(captures, 'my model-20260821-114203.ireeprof'));
  assert.ok(!existsSync(storage));
  writeFileSync(first, '');
  const others = files();
  assert.equal(path.basename(others.next(capture, at)), 'my model-20260821-114203-2.ireeprof');
  // Nor after one that is being recorded.
  assert.equal(path.basename(others.next(capture, at)), 'my model-20260821-114203-3.ireeprof');
});

test('it lies in the storage where the user wants it so, or the folder of the capture cannot be written', () => {
  const { storage, files, capture } = workspace();
  assert.equal(files(false).next(capture, at), path.join(storage, 'my model-20260821-114203.ireeprof'));
  assert.equal(path.dirname(files().next('/nowhere/a.ireereplay')), storage);
});

test('what was recorded is known in either place, also to the next window: the oldest first', async () => {
  const { files, capture } = workspace();
  const stored = await record(files(false), capture, at);
  utimesSync(stored, at, at);
  const beside = await record(files(), capture, at);
  assert.deepEqual(
    (await files().recorded()).map(({ file, bytes }) => [file, bytes]),
    [
      [stored, 9],
      [beside, 9],
    ],
  );
});

test('what the user has put there, changed, taken away or not recorded to the end is not known', async () => {
  const { captures, files, capture } = workspace();
  const own = files();
  const [changed, gone, stays] = [await record(own, capture), await record(own, capture), await record(own, capture)];
  appendFileSync(changed, ' of another');
  rmSync(gone);
  writeFileSync(path.join(captures, 'my model-20260821-114203.ireeprof'), 'of a friend');
  writeFileSync(own.next(capture), 'half a profile');
  await own.ended(own.next(capture));
  assert.deepEqual(await namesOf(own), [path.basename(stays)]);
});

test('what is being recorded into the storage is not known yet', async () => {
  const { files, capture } = workspace();
  const own = files(false);
  const file = own.next(capture);
  writeFileSync(file, 'half a profile');
  assert.deepEqual(await namesOf(own), []);
  await own.ended(file);
  assert.deepEqual(await namesOf(own), [path.basename(file)]);
});

test('removes what is in the storage, and nothing of the user', async () => {
  const { captures, storage, files, capture } = workspace();
  const own = await record(files(false), capture);
  const beside = await record(files(), capture);
  const saved = path.join(path.dirname(storage), 'a.ireeprof');
  writeFileSync(saved, '');
  for (const file of [own, beside, saved, path.join(storage, '..', 'a.ireeprof')]) await files().remove(file);
  assert.deepEqual(readdirSync(storage), []);
  assert.deepEqual(readdirSync(captures), [path.basename(beside)]);
  assert.ok(existsSync(saved));
});
