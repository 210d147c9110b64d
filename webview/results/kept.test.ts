import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKept } from './kept';

test('what was kept is read as it was', () => {
  const kept = { selected: 'execute', opened: ['execute', 'matmul'], sorted: { rows: { column: 3, down: true } }, scroll: [0, 120, 4] };
  assert.deepEqual(readKept({ run: '1', ...kept }), kept);
});

test('what another version left, or nothing, is as at first', () => {
  const first = { selected: undefined, opened: undefined, sorted: {}, scroll: [] };
  for (const odd of [undefined, null, 7, {}, { selected: 1, opened: [2], sorted: [{ column: 1 }, 3], scroll: ['x', NaN] }])
    assert.deepEqual(readKept(odd), first);
});
