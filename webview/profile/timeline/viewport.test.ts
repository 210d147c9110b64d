import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between, clampView, LEAST_SPAN, panBy, spanOf, timeAt, viewRevealing, wholeView, xOf, zoomAt } from './viewport';

const SECOND = 1_000_000_000n;

test('the whole has a margin, also where nothing took any time', () => {
  assert.deepEqual(wholeView(6400n), { from: -100n, to: 6500n });
  assert.ok(spanOf(wholeView(0n)) >= LEAST_SPAN);
});

test('what is under the pointer stays there', () => {
  const view = { from: 0n, to: SECOND };
  const before = timeAt(view, 250, 1000);
  const zoomed = zoomAt(view, 0.5, 0.25, SECOND);
  assert.equal(timeAt(zoomed, 250, 1000), before);
  assert.equal(spanOf(zoomed), SECOND / 2n);
});

test('zooming ends at the whole and at a hundred nanoseconds', () => {
  assert.deepEqual(zoomAt({ from: 0n, to: SECOND }, 100, 0.5, SECOND), wholeView(SECOND));
  assert.equal(spanOf(zoomAt({ from: 0n, to: 120n }, 0.01, 0.5, SECOND)), LEAST_SPAN);
});

test('panning ends at the margins and keeps the span', () => {
  const end = panBy({ from: 0n, to: SECOND / 2n }, 9, SECOND);
  assert.equal(end.to, wholeView(SECOND).to);
  assert.equal(spanOf(end), SECOND / 2n);
});

test('times near the end of 64 bits keep every nanosecond', () => {
  const from = 9_223_372_036_854_770_000n;
  const view = { from, to: from + 1000n };
  assert.equal(xOf(view, from + 1n, 1000), 1);
  assert.equal(timeAt(view, 999, 1000), from + 999n);
  assert.deepEqual(clampView(view, from + 5000n), view);
});

test('what is brought into view is not moved while it is seen well', () => {
  const view = { from: 0n, to: 1000n };
  assert.deepEqual(viewRevealing(view, { from: 100n, to: 300n }, SECOND), view);
  const moved = viewRevealing(view, { from: 5000n, to: 5200n }, SECOND);
  assert.deepEqual(moved, { from: 4600n, to: 5600n });
  const zoomed = viewRevealing({ from: 0n, to: SECOND }, { from: 5000n, to: 5200n }, SECOND);
  assert.ok(zoomed.from < 5000n && zoomed.to > 5200n && spanOf(zoomed) < 10_000n);
});

test('a view on its way begins and ends where it should, and keeps what is in place', () => {
  const a = { from: 0n, to: 1000n };
  const b = { from: 200n, to: 600n };
  assert.deepEqual(between(a, b, 1), b);
  const middle = between(a, b, 0.5);
  assert.ok(middle.from > 0n && middle.from < 200n && middle.to > 600n && middle.to < 1000n);
  assert.deepEqual(between(a, { from: 100n, to: 1100n }, 0.5), { from: 50n, to: 1050n });
});
