import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { readCaptureFacts } from './captureFacts';
import { createCaptureIndex, type CaptureIndex } from './captureIndex';
import { createKeptFacts, type KeptFacts } from './keptFacts';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-index-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const whole = readFileSync(path.join(import.meta.dirname, '../../test/fixtures/models/block/block.sync.ireereplay'));

/** An index, and the captures that it has read. `meanwhile` happens while one is read. */
async function made(
  storage: string,
  meanwhile: (file: string) => void = () => undefined,
): Promise<{ index: CaptureIndex; kept: KeptFacts; read: string[] }> {
  const kept = await createKeptFacts(path.join(folder, storage));
  const read: string[] = [];
  const index = createCaptureIndex({
    async read(file, signal) {
      read.push(file);
      const facts = await readCaptureFacts(file, signal);
      meanwhile(file);
      return facts;
    },
    kept,
    changed: () => undefined,
    failed: () => undefined,
  });
  return { index, kept, read };
}

test('what did not change is read once, also by the next to start, and a newer file is read again', async () => {
  const file = path.join(folder, 'kept.ireereplay');
  writeFileSync(file, whole);
  const first = await made('kept');
  for (let i = 0; i < 3; i++) assert.equal((await first.index.know(file))?.scopes.length, 3);
  first.index.look(file);
  await first.index.whenIdle();
  assert.deepEqual(first.read, [file]);
  await first.kept.flush();
  first.index.dispose();
  const next = await made('kept');
  assert.equal((await next.index.know(file))?.scopes.length, 3);
  assert.deepEqual(next.read, []);
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  await next.index.know(file);
  assert.deepEqual(next.read, [file]);
  next.index.dispose();
});

test('a capture that grows while it is read is not known by what was there of it, and is read again', async () => {
  const file = path.join(folder, 'grows.ireereplay');
  const half = Math.floor(whole.length / 2);
  writeFileSync(file, whole.subarray(0, half));
  let grown = false;
  const { index, read } = await made('grows', () => {
    if (!grown) appendFileSync(file, whole.subarray(half));
    grown = true;
  });
  assert.equal(await index.know(file), undefined);
  // By itself, once it rests.
  const end = Date.now() + 60_000;
  while (index.capture(file) === undefined && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(
    index.capture(file)?.scopes.map(({ name }) => name),
    ['init', 'execute', 'deinit'],
  );
  assert.deepEqual(read, [file, file]);
  index.dispose();
});
