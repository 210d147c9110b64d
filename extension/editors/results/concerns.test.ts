import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concerns } from './concerns';

const waiting = { state: 'idle' } as const;
const running = { state: 'running', progress: { phase: 'preparing', run: 0, of: 1 } } as const;
const ended = { state: 'cancelled' } as const;

test('a page is told everything of its own runs', () => {
  for (const state of [waiting, running, ended]) {
    assert.ok(concerns({ run: 'b' }, { id: 'b', state }));
    assert.ok(concerns({ run: 'b', compared: 'a' }, { id: 'a', state }));
  }
});

test('a comparison is told of other runs when they have ended, and can be chosen', () => {
  const told = [waiting, running, ended].filter((state) => concerns({ run: 'b', compared: 'a' }, { id: 'c', state }));
  assert.deepEqual(told, [ended]);
});

test('a page of one run is told of no other', () => {
  for (const state of [waiting, running, ended]) assert.ok(!concerns({ run: 'b' }, { id: 'c', state }));
});
