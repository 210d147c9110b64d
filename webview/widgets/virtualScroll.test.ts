import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clampTop, thumbAt, topOfThumb, topToCentre, topToReveal, visibleRows } from './virtualScroll';

const million = { rows: 1_000_000, rowHeight: 20, viewport: 610 };

test('shows only the rows in view, the partly seen ones included', () => {
  assert.deepEqual(visibleRows(million, 0), { first: 0, end: 31, offset: 0 });
  assert.deepEqual(visibleRows(million, 30), { first: 1, end: 32, offset: 10 });
});

test('ends at the last row of a million', () => {
  const top = clampTop(million, Infinity);
  assert.equal(top, 20_000_000 - 610);
  assert.deepEqual(visibleRows(million, top), { first: 999_969, end: 1_000_000, offset: 10 });
});

test('has no thumb when everything is in view', () => {
  assert.equal(thumbAt({ rows: 3, rowHeight: 20, viewport: 610 }, 0, 610), undefined);
});

test('keeps the thumb large enough to be caught', () => {
  const thumb = thumbAt(million, Infinity, 610);
  assert.deepEqual(thumb, { size: 20, position: 590 });
});

test('takes a dragged thumb to the place it stands for, and back', () => {
  for (const top of [0, 1234, 9_999_995, 19_999_390]) {
    const thumb = thumbAt(million, top, 610);
    assert.ok(thumb);
    assert.ok(Math.abs(topOfThumb(million, thumb.position, 610) - top) < 1e-3);
  }
});

test('reveals a row by the shortest way, below the sticky row', () => {
  assert.equal(topToReveal(million, 1000, 52), 1000);
  assert.equal(topToReveal(million, 1000, 10), 200);
  assert.equal(topToReveal(million, 1000, 50, 20), 980);
  assert.equal(topToReveal(million, 0, 40), 41 * 20 - 610);
});

test('centres a row, but never beyond an end', () => {
  assert.equal(topToCentre(million, 2), 0);
  assert.equal(topToCentre(million, 500_000), 10_000_000 - 295);
  assert.equal(topToCentre(million, 999_999), 20_000_000 - 610);
});
