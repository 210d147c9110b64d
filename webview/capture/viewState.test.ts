import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_VIEW, readViewState } from './viewState';

test('restores what it kept', () => {
  const state = {
    ...INITIAL_VIEW,
    mode: 'flat',
    query: 'op:dispatch',
    expanded: ['1', '12@224'],
    columns: { target: 200 },
    top: 19_999_390,
  } as const;
  assert.deepEqual(readViewState(JSON.parse(JSON.stringify(state))), state);
});

test('begins anew from state that no version of it wrote', () => {
  for (const kept of [null, undefined, 7, 'x', []]) assert.deepEqual(readViewState(kept), INITIAL_VIEW);
  assert.deepEqual(readViewState({ mode: 'sideways', tab: 4, top: NaN, columns: { a: 'wide' }, expanded: 'all' }), INITIAL_VIEW);
});
