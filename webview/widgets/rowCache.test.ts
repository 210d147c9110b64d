import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRowCache, type FetchedRows } from './rowCache';

type Numbers = FetchedRows<string>;

function numbers(total: number, version: () => number, mark: () => string) {
  const asked: number[] = [];
  const fetch = (start: number, count: number): Promise<Numbers> => {
    asked.push(start);
    const rows = Array.from({ length: Math.min(count, total - start) }, (_, i) => `${start + i}${mark()}`);
    return Promise.resolve({ start, total, version: version(), rows });
  };
  return { asked, fetch };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('fetches only the pages that are wanted, once', async () => {
  const source = numbers(
    1_000_000,
    () => 1,
    () => '',
  );
  const cache = createRowCache(100, source.fetch, () => undefined);
  cache.want(0, 30);
  await settled();
  cache.want(0, 30);
  cache.want(500_050, 500_120);
  await settled();
  assert.deepEqual(source.asked, [0, 500_000, 500_100]);
  assert.equal(cache.total, 1_000_000);
  assert.equal(cache.row(500_119), '500119');
  assert.equal(cache.row(300), undefined);
});

test('keeps stale rows until the new ones have come', async () => {
  let mark = 'a';
  const source = numbers(
    10,
    () => 1,
    () => mark,
  );
  const cache = createRowCache(100, source.fetch, () => undefined);
  cache.want(0, 10);
  await settled();
  mark = 'b';
  cache.invalidate();
  assert.equal(cache.row(3), '3a');
  cache.want(0, 10);
  assert.equal(cache.row(3), '3a');
  await settled();
  assert.equal(cache.row(3), '3b');
});

test('drops an answer that was asked before rows moved', async () => {
  let answer: ((page: Numbers) => void) | undefined;
  const cache = createRowCache<string, Numbers>(
    10,
    () => new Promise((resolve) => (answer = resolve)),
    () => undefined,
  );
  cache.want(0, 10);
  cache.accept({ start: 0, total: 2, version: 2, rows: ['new', 'new'] });
  answer?.({ start: 0, total: 1, version: 1, rows: ['old'] });
  await settled();
  assert.equal(cache.row(0), 'new');
  assert.equal(cache.total, 2);
});

test('asks again for pages that an answer of another version made void', async () => {
  let version = 1;
  const source = numbers(
    300,
    () => version,
    () => '',
  );
  const cache = createRowCache(100, source.fetch, () => undefined);
  cache.want(0, 100);
  await settled();
  cache.want(0, 200);
  await settled();
  version = 2;
  cache.want(200, 300);
  await settled();
  cache.want(0, 200);
  await settled();
  assert.deepEqual(source.asked, [0, 100, 200, 0, 100]);
});

test('asks again after a failure', async () => {
  let calls = 0;
  const cache = createRowCache<string, Numbers>(
    10,
    () => (calls++ === 0 ? Promise.reject(new Error('x')) : Promise.resolve({ start: 0, total: 1, version: 1, rows: ['r'] })),
    () => undefined,
  );
  cache.want(0, 10);
  await settled();
  cache.want(0, 10);
  await settled();
  assert.equal(cache.row(0), 'r');
});
