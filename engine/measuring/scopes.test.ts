/** Series of scopes, also of very many names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastOfScopes, scopeSeries } from './scopes';

const samples = {
  times: [10, 20],
  scopes: [
    { name: 'a', record: 1 },
    { name: 'b', record: 2 },
    { name: 'a', record: 3 },
  ],
  scopeTimes: [1, 2, 3, 4, 5, 6],
  scopeFileReadTimes: [0, 0, 8, 0, 2, 0],
};

test('gives each occurrence of a scope, and their sum an iteration', () => {
  const of = (...times: readonly number[]): Float64Array => Float64Array.from(times);
  assert.deepEqual(scopeSeries(samples, ['b', 'a', 'none']), [
    { name: 'b', occurrences: [{ record: 2, times: of(2, 5), fileReadNs: 1 }], sums: of(2, 5), fileReadNs: 1 },
    {
      name: 'a',
      occurrences: [
        { record: 1, times: of(1, 4), fileReadNs: 0 },
        { record: 3, times: of(3, 6), fileReadNs: 4 },
      ],
      sums: of(4, 10),
      fileReadNs: 4,
    },
    { name: 'none', occurrences: [], sums: of(0, 0), fileReadNs: 0 },
  ]);
});

test('finds what the scope that takes the least takes in all iterations', () => {
  assert.equal(leastOfScopes(samples, ['a', 'b']), 7);
  assert.equal(leastOfScopes(samples, ['a']), 14);
  assert.equal(leastOfScopes(samples, ['a', 'none']), 0);
});

test('looks at every occurrence once, however many names there are', () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `scope ${String(index)}`);
  let looks = 0;
  const counted = new Proxy(
    names.map((name, record) => ({ name, record })),
    {
      get: (target, key, receiver): unknown => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  const times = new Float64Array(names.length).fill(1);
  const many = { times: [1], scopes: counted, scopeTimes: times, scopeFileReadTimes: times };
  assert.equal(scopeSeries(many, names).length, names.length);
  assert.equal(leastOfScopes(many, names), 1);
  assert.ok(looks < 10 * names.length, `${String(looks)} looks at ${String(names.length)} occurrences`);
});
