import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackWindow } from '../../../protocol/profile/profile';
import { createWindowCache, type WindowCache, type WindowWish } from './windowCache';
import { distancesFrom, itemAt, itemBefore, rangeOf } from './trackItems';

const SECOND = 1_000_000_000n;

/** One slice on each track, in the middle of what is asked for. */
function windowOf(track: number, from: bigint, to: bigint): TrackWindow {
  const middle = (from + to) / 2n;
  return {
    ...{ track, starts: BigInt64Array.of(middle), ends: BigInt64Array.of(middle + 10n), readies: new BigInt64Array() },
    ...{ indices: Uint32Array.of(7), counts: Uint32Array.of(1), matches: Uint32Array.of(0), names: Uint32Array.of(0) },
    ...{ lanes: Uint8Array.of(0), covered: Float32Array.of(1) },
    ...{ least: new Float64Array(), most: new Float64Array(), last: new Float64Array() },
  };
}

interface Asked {
  readonly tracks: readonly number[];
  readonly from: bigint;
  readonly to: bigint;
  readonly signal: AbortSignal | undefined;
  answer(): Promise<void>;
  refuse(error: Error): Promise<void>;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function harness(): {
  readonly cache: WindowCache;
  readonly asked: Asked[];
  readonly failures: unknown[];
  readonly arrivals: () => number;
} {
  const asked: Asked[] = [];
  const failures: unknown[] = [];
  let arrivals = 0;
  const cache = createWindowCache({
    host: {
      windows: ({ tracks, from, to }, signal) =>
        new Promise((resolve, reject) => {
          const range = { from: BigInt(from), to: BigInt(to) };
          asked.push({
            ...{ tracks, signal, ...range },
            answer: () => {
              resolve(tracks.map((track) => windowOf(track, range.from, range.to)));
              return settled();
            },
            refuse: (error) => {
              reject(error);
              return settled();
            },
          });
        }),
    },
    arrived: () => arrivals++,
    failed: (error) => failures.push(error),
  });
  return { cache, asked, failures, arrivals: () => arrivals };
}

const wish = (from: bigint, to: bigint, tracks = [1, 2], whole: readonly number[] = []): WindowWish => ({
  ...{ view: { from, to }, width: 1000, length: SECOND, tracks, whole },
});

test('what was answered is not asked for again, and only for tracks that lack it', async () => {
  const { cache, asked, arrivals } = harness();
  cache.want(wish(400_000_000n, 401_000_000n));
  await asked[0]?.answer();
  assert.equal(arrivals(), 1);
  cache.want(wish(400_100_000n, 401_100_000n));
  assert.equal(asked.length, 1);
  cache.want(wish(400_100_000n, 401_100_000n, [1, 2, 3]));
  assert.deepEqual(asked[1]?.tracks, [3]);
});

test('a question that still helps is waited for while one moves on, and one of another place is given up', async () => {
  const { cache, asked } = harness();
  cache.want(wish(400_000_000n, 401_000_000n));
  cache.want(wish(401_500_000n, 402_500_000n));
  assert.equal(asked.length, 1);
  cache.want(wish(700_000_000n, 701_000_000n));
  assert.equal(asked.length, 2);
  const [first, second] = asked;
  assert.ok(first?.signal?.aborted);
  await first.answer();
  assert.deepEqual(cache.of(1), []);
  await second?.answer();
  assert.equal(cache.of(1).length, 1);
});

test('the whole of each track is asked for when the view is there', async () => {
  const { cache, asked } = harness();
  cache.want(wish(400_000_000n, 401_000_000n, [1], [1, 9]));
  await asked[0]?.answer();
  cache.want(wish(400_000_000n, 401_000_000n, [1], [1, 9]));
  const [, whole] = asked;
  assert.deepEqual([whole?.tracks, whole?.from, whole?.to], [[1, 9], 0n, 15n * 64n * 2n ** 20n]);
  await whole?.answer();
  assert.ok(cache.wholeOf(9));
  for (let i = 0n; i < 9n; i++) {
    cache.want(wish(i * 100_000_000n, i * 100_000_000n + 1_000_000n, [1], [1, 9]));
    await asked.at(-1)?.answer();
  }
  assert.ok(cache.wholeOf(1));
  assert.ok(cache.of(1).length <= 5);
});

test('after a refresh what was there is drawn until the new answer comes', async () => {
  const { cache, asked } = harness();
  cache.want(wish(0n, SECOND, [1], [1]));
  await asked[0]?.answer();
  cache.refresh();
  assert.equal(cache.of(1).length, 1);
  cache.want(wish(0n, SECOND, [1], [1]));
  assert.equal(asked.length, 2);
  await asked[1]?.answer();
  assert.equal(cache.of(1).length, 1);
  cache.clear();
  assert.equal(cache.of(1).length, 0);
});

test('a failure is told once, and asked again when the view is another', async () => {
  const { cache, asked, failures } = harness();
  cache.want(wish(0n, SECOND));
  await asked[0]?.refuse(new Error('gone'));
  cache.want(wish(0n, SECOND));
  assert.deepEqual([asked.length, failures.length], [1, 1]);
  cache.want(wish(0n, SECOND / 2n));
  assert.equal(asked.length, 2);
});

test('times become distances without losing a nanosecond', () => {
  const base = 9_223_372_036_854_770_000n;
  assert.deepEqual([...distancesFrom(base, BigInt64Array.of(base - 5n, base, base + 5807n))], [-5, 0, 5807]);
  assert.deepEqual([...distancesFrom(4_294_967_295n, BigInt64Array.of(-1n, 4_294_967_296n))], [-4_294_967_296, 1]);
});

test('an item is found where it is, or near to it', async () => {
  const { cache, asked } = harness();
  cache.want(wish(0n, 1000n, [1]));
  await asked[0]?.answer();
  const [items] = cache.of(1);
  assert.ok(items);
  const { from } = rangeOf(items, 0);
  assert.equal(itemAt(items, 0, from + 3n, 0), 0);
  assert.equal(itemAt(items, 0, from - 3n, 5), 0);
  assert.equal(itemAt(items, 0, from - 8n, 5), -1);
  assert.equal(itemAt(items, 1, from + 3n, 5), -1);
  assert.deepEqual([itemBefore(items, from - 1n), itemBefore(items, from + 999n)], [-1, 0]);
});
