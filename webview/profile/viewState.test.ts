import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_VIEW, readViewState, type ViewState } from './viewState';

test('what was kept comes back', () => {
  const view: ViewState = {
    ...INITIAL_VIEW,
    query: 'fn:*matmul*',
    lowerTab: 'memory',
    selection: { slice: { track: 3, index: 70_000 } },
    sorting: { dispatches: { column: 'max', down: true } },
    filters: { dispatches: 'max:>3ms' },
    open: ['f3'],
    hotspotsAs: 'code',
    roofTable: true,
    timeline: { from: '12', pinned: [4] },
    lowerHeight: 240,
  };
  assert.deepEqual(readViewState(JSON.parse(JSON.stringify(view))), view);
  const range = { ...INITIAL_VIEW, selection: { from: '9007199254740993', to: '9007199254740995' } };
  assert.deepEqual(readViewState(JSON.parse(JSON.stringify(range))), range);
});

test('what does not fit is as at first', () => {
  for (const kept of [
    null,
    3,
    [],
    {},
    { lowerTab: 'other', sorting: { a: 1 }, selection: { slice: { track: -1, index: 0.5 } }, open: [1] },
  ])
    assert.deepEqual(readViewState(kept), INITIAL_VIEW);
  assert.equal(readViewState({ selection: { from: '1e3', to: '5' } }).selection, undefined);
});
