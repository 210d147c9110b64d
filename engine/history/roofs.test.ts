import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import type { Machine, Roof } from '../../protocol/measurement/roof';
import { keepRoof, keptRoof } from './roofs';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-roofs-'));
after(() => rmSync(folder, { recursive: true }));

const machine: Machine = {
  cpu: 'A',
  processors: 2,
  features: 'avx,fma',
  caches: [{ level: 1, bytes: 49152, totalBytes: 98304, count: 2, sharers: 1 }],
};

const roofOf = (of: Machine, measured: string): Roof => ({
  ...{ machine: of, measured, threads: 2, tookNs: 1, notes: [] },
  peaks: [{ type: 'f32', bits: 256, by: 'FMA', oneThread: 1e9, allThreads: 2e9 }],
  bandwidths: [{ level: 0, kind: 'copy', bytesOfOne: 0, bytesOfAll: 0 }],
});

test('a roof is found again for its own machine and no other', async () => {
  const file = path.join(folder, 'made', 'roof.json');
  assert.equal(await keptRoof(machine, file), undefined);
  await keepRoof(roofOf(machine, 'first'), file);
  assert.deepEqual(await keptRoof(machine, file), roofOf(machine, 'first'));
  const [cache] = machine.caches;
  assert.ok(cache !== undefined);
  for (const other of [
    { ...machine, cpu: 'B' },
    { ...machine, processors: 1 },
    { ...machine, features: 'avx' },
    { ...machine, caches: [] },
    { ...machine, caches: [{ ...cache, bytes: 32768 }] },
  ]) {
    assert.equal(await keptRoof(other, file), undefined, JSON.stringify(other));
  }
});

test('a machine has one roof, the latest, and several machines have theirs', async () => {
  const file = path.join(folder, 'several.json');
  const other = { ...machine, cpu: 'B' };
  for (const roof of [roofOf(machine, '1'), roofOf(other, '2'), roofOf(machine, '3')]) await keepRoof(roof, file);
  assert.deepEqual(
    [await keptRoof(machine, file), await keptRoof(other, file)].map((roof) => roof?.measured),
    ['3', '2'],
  );
  const { roofs } = JSON.parse(readFileSync(file, 'utf8')) as { readonly roofs: readonly unknown[] };
  assert.equal(roofs.length, 2);
});

test('only so many machines are kept, those that were measured last', async () => {
  const file = path.join(folder, 'many.json');
  for (let index = 0; index < 25; index++) await keepRoof(roofOf({ ...machine, cpu: String(index) }, 'then'), file);
  assert.equal(await keptRoof({ ...machine, cpu: '4' }, file), undefined);
  assert.notEqual(await keptRoof({ ...machine, cpu: '5' }, file), undefined);
});

for (const [what, text] of [
  ['is not JSON', '{"version":1,'],
  ['has another version', JSON.stringify({ version: 0, roofs: [roofOf(machine, 'old')] })],
  ['lacks a field', JSON.stringify({ version: 1, roofs: [{ ...roofOf(machine, 'odd'), threads: undefined }] })],
] as const) {
  test(`a file that ${what} is taken for none, and replaced`, async () => {
    const file = path.join(folder, 'odd.json');
    writeFileSync(file, text);
    assert.equal(await keptRoof(machine, file), undefined);
    await keepRoof(roofOf(machine, 'new'), file);
    assert.equal((await keptRoof(machine, file))?.measured, 'new');
  });
}

test('what cannot be written is said, and leaves nothing', async () => {
  const file = path.join(folder, 'folder');
  await keepRoof(roofOf(machine, '1'), path.join(file, 'roof.json'));
  // A folder in place of the file.
  await assert.rejects(keepRoof(roofOf(machine, '1'), file));
  assert.ok(existsSync(path.join(file, 'roof.json')));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('folder.')),
    [],
  );
});
