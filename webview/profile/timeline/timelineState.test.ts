import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, stateOf, type TimelineParts } from './timelineState';

const PARTS: TimelineParts = {
  ...{ view: { from: -5n, to: 9_007_199_254_740_993n }, pinned: [3, 2], hidden: new Set([4]), collapsed: new Set([1]) },
  ...{ order: new Map([[0, [4, 1]]]), filter: 'queue', colourBy: 'worker', flows: false, criticalPath: true },
  markers: [{ time: 9_007_199_254_740_993n, note: 'here' }],
};

test('everything comes back from JSON, to the nanosecond', () => {
  assert.deepEqual(partsOf(JSON.parse(JSON.stringify(stateOf(PARTS))) as Record<string, unknown>), PARTS);
});

test('what does not fit is ignored, and the rest is kept', () => {
  const parts = partsOf({
    ...{ from: '10', to: '5', pinned: [1, 'x', 1.5, 1], hidden: 'all', order: [{ group: 'a' }, 3], filter: 7, colourBy: 'mood' },
    markers: [{ time: '12', note: 3 }, { time: 12, note: 'number' }, null, { time: '1e3', note: '' }],
  });
  assert.deepEqual([parts.view, parts.pinned, parts.hidden.size, parts.order.size], [undefined, [1], 0, 0]);
  assert.deepEqual([parts.filter, parts.colourBy, parts.flows, parts.criticalPath], ['', 'function', true, false]);
  assert.deepEqual(parts.markers, [{ time: 12n, note: '' }]);
});
