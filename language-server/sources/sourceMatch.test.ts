import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMatches, mapped, matchSource, type SourceMatch } from './sourceMatch';

test('a path is itself, the one that a prefix makes of it, or alike at its end', () => {
  assert.deepEqual(matchSource('/here/a/k.c', '/here/a/k.c', {}), { how: 'path' });
  assert.deepEqual(matchSource('/here/a/k.c', '/build/a/k.c', { '/build/': '/here/' }), { how: 'prefix' });
  assert.deepEqual(matchSource('/here/a/k.c', '/build/a/k.c', {}), { how: 'suffix', parts: 2 });
  assert.deepEqual(matchSource('/here/a/k.c', 'k.c', {}), { how: 'suffix', parts: 1 });
  assert.deepEqual(matchSource('/here/a/k.c', 'C:\\build\\.\\a\\k.c', {}), { how: 'suffix', parts: 2 });
  assert.equal(matchSource('/here/a/k.c', '/here/a/other.c', {}), undefined);
  assert.equal(matchSource('/here/a/k.c', '/here/a/xk.c', {}), undefined);
  assert.equal(matchSource('/here/a/k.c', '', {}), undefined);
});

test('of prefixes the longest counts', () => {
  assert.equal(mapped('/build/x/k.c', { '/build/': '/one/', '/build/x/': '/two/' }), '/two/k.c');
  assert.equal(mapped('/elsewhere/k.c', { '/build/': '/one/', '': '/none/' }), undefined);
});

test('a path or a prefix says more than an end, and a longer end more than a shorter', () => {
  const order: readonly SourceMatch[] = [{ how: 'path' }, { how: 'suffix', parts: 3 }, { how: 'suffix', parts: 1 }];
  assert.deepEqual(order.toReversed().toSorted(compareMatches), order);
  assert.equal(compareMatches({ how: 'path' }, { how: 'prefix' }), 0);
});
