import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOf, placeLabels } from './labels';

const ROOM = { left: 0, top: 0, width: 300, height: 200 };

test('a label stands right of its point, and left of it at the right edge', () => {
  const [middle, right] = placeLabels(
    [
      { x: 100, y: 100, text: 'matmul' },
      { x: 290, y: 50, text: 'matmul' },
    ],
    ROOM,
    [],
  );
  assert.equal(middle?.anchor, 'start');
  assert.equal(right?.anchor, 'end');
});

test('labels of points that lie together do not lie on each other or on what is taken, and what has no room has none', () => {
  const points = Array.from({ length: 12 }, (_, i) => ({ x: 150 + i, y: 100, text: `function ${String(i)}` }));
  const taken = [{ left: 160, top: 80, width: 140, height: 40 }];
  const labels = placeLabels(points, ROOM, taken);
  const boxes = labels.flatMap((label, i) => (label === undefined ? [] : [boxOf(label, points[i]?.text ?? '')]));
  assert.ok(boxes.length >= 2 && boxes.length < 12, String(boxes.length));
  for (const [i, a] of [...boxes, ...taken].entries()) {
    for (const b of [...boxes, ...taken].slice(i + 1))
      assert.ok(a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top);
  }
});
