import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCount } from './workgroupCounts';

test('a function has one grid, the latest', () => {
  assert.deepEqual(withCount([], 'f=1,2,3'), ['f=1,2,3']);
  assert.deepEqual(withCount(['f=1,1,1', 'f_2=4,4,4'], 'f=1,2,3'), ['f_2=4,4,4', 'f=1,2,3']);
});
