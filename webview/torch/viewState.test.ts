import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_VIEW, readViewState } from './viewState';

test('what was kept is shown again', () => {
  const kept = {
    ...INITIAL_VIEW,
    ...{ query: 'fn:*addmm*', lowerTab: 'tree', detailsTab: 'flows', slice: { track: 3, index: 7 }, open: ['0', '0 1'] },
    ...{ sorting: { operations: { column: 'count', down: true } }, filters: { kernels: 'gemm' }, lowerHeight: 300 },
  } as const;
  assert.deepEqual(readViewState(JSON.parse(JSON.stringify(kept))), kept);
});

test('what does not fit is as at first', () => {
  assert.deepEqual(readViewState('nothing'), INITIAL_VIEW);
  assert.deepEqual(
    readViewState({ query: 3, lowerTab: 'memory', detailsTab: 'raw', slice: { track: -1, index: 2 }, open: [1], sorting: { a: 'b' } }),
    { ...INITIAL_VIEW, open: [] },
  );
});
