import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelFor, standingOf } from './againstRoof';
import type { Roof } from './roof';

const cache = (level: number, bytes: number, count: number) => ({ level, bytes, totalBytes: bytes * count, count, sharers: 2 / count });

const moved = (level: number, kind: string, oneThread: number, allThreads: number) => ({
  ...{ level, kind, bytesOfOne: 1, bytesOfAll: 1 },
  ...{ oneThread, allThreads },
});

const roof: Roof = {
  machine: { cpu: 'A', processors: 2, features: '', caches: [cache(1, 1000, 2), cache(2, 100_000, 1)] },
  ...{ measured: 'then', threads: 2, tookNs: 1, notes: [] },
  peaks: [
    { type: 'f32', bits: 0, by: 'FMA', oneThread: 4e9, allThreads: 8e9 },
    { type: 'f32', bits: 256, by: 'FMA', oneThread: 32e9, allThreads: 64e9 },
    { type: 'f64', bits: 256, by: 'FMA', oneThread: 16e9, allThreads: 32e9 },
  ],
  bandwidths: [
    ...[moved(1, 'read', 100e9, 200e9), moved(1, 'copy', 80e9, 160e9), moved(2, 'read', 50e9, 100e9)],
    ...[moved(0, 'read', 10e9, 16e9), moved(0, 'copy', 8e9, 12e9), moved(0, 'streaming copy', 9e9, 20e9)],
  ],
};

test('bytes are looked for in the lowest cache that holds them, of all that the threads have', () => {
  assert.deepEqual(
    [1000, 1001, 2000, 2001, 100_000, 100_001].map((bytes) => levelFor(roof, bytes, 'oneThread')),
    [1, 2, 2, 2, 2, 0],
  );
  assert.equal(levelFor(roof, 2000, 'allThreads'), 1);
});

test('a dispatch stands against the most that comes from memory, against copying, and against the cache that holds its bytes', () => {
  // 8000 bytes in a microsecond are 8 GB a second.
  const standing = standingOf(roof, { medianNs: 1000, bytes: 8000 }, 'f32', 'oneThread');
  assert.deepEqual(standing, {
    bytesASecond: 8e9,
    memory: { level: 0, kind: 'read', roof: 10e9, share: 0.8 },
    copying: { level: 0, kind: 'copy', roof: 8e9, share: 1 },
    fitsIn: 2,
    cache: { level: 2, kind: 'read', roof: 50e9, share: 0.16 },
  });
  const together = standingOf(roof, { medianNs: 1000, bytes: 200_000 }, 'f32', 'allThreads');
  assert.deepEqual(together.memory, { level: 0, kind: 'streaming copy', roof: 20e9, share: 10 });
  assert.equal(together.fitsIn, 0);
  assert.equal(together.cache, undefined);
});

test('operations stand against the width that does most of their type, and the nearer roof binds', () => {
  const dense = standingOf(roof, { medianNs: 1000, bytes: 1000, operations: 16_000 }, 'f32', 'oneThread');
  assert.deepEqual(dense.arithmetic, { type: 'f32', bits: 256, roof: 32e9, share: 0.5 });
  assert.deepEqual([dense.operationsASecond, dense.intensity, dense.binds], [16e9, 16, 'arithmetic']);
  assert.equal(standingOf(roof, { medianNs: 1000, bytes: 8000, operations: 800 }, 'f64', 'oneThread').binds, 'memory');
});

test('what is not known is left out, and nothing is said of no time', () => {
  assert.deepEqual(standingOf(roof, { medianNs: 1000 }, 'f32', 'oneThread'), {});
  assert.deepEqual(standingOf(roof, { medianNs: 0, bytes: 8000, operations: 10 }, 'f32', 'oneThread'), {});
  const unmeasured = standingOf({ ...roof, bandwidths: [] }, { medianNs: 1000, bytes: 8000, operations: 10 }, 'i8', 'oneThread');
  assert.deepEqual(unmeasured, { bytesASecond: 8e9, fitsIn: 2, operationsASecond: 1e7, intensity: 10 / 8000 });
});
