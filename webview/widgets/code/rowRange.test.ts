import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, rangeAfter, type RowRange } from './rowRange';

const press = (key: string, range: RowRange, held: { shiftKey?: boolean; ctrlKey?: boolean; altKey?: boolean } = {}) =>
  rangeAfter({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, range, 100, 10);

test('keys move by a row and by a page, and stay within the list', () => {
  assert.deepEqual(press('ArrowDown', { at: 3, from: 3 }), { at: 4, from: 4 });
  assert.deepEqual(press('ArrowUp', { at: 0, from: 0 }), { at: 0, from: 0 });
  assert.deepEqual(press('PageDown', { at: 95, from: 95 }), { at: 99, from: 99 });
  assert.deepEqual(press('Home', { at: 95, from: 95 }), { at: 0, from: 0 });
});

test('Shift keeps where the choosing began, in both directions', () => {
  const down = press('ArrowDown', { at: 3, from: 3 }, { shiftKey: true });
  assert.deepEqual(down, { at: 4, from: 3 });
  assert.deepEqual(endsOf({ at: 1, from: 3 }), [1, 3]);
  assert.deepEqual(press('End', { at: 1, from: 3 }, { shiftKey: true }), { at: 99, from: 3 });
});

test('all are chosen with Ctrl+A, and other keys are of another use', () => {
  assert.deepEqual(press('a', { at: 3, from: 3 }, { ctrlKey: true }), { at: 99, from: 0 });
  assert.equal(press('a', { at: 3, from: 3 }), undefined);
  assert.equal(press('ArrowDown', { at: 3, from: 3 }, { altKey: true }), undefined);
  assert.equal(
    rangeAfter({ key: 'End', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, { at: 0, from: 0 }, 0, 10),
    undefined,
  );
});
