import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryBudget, type Holder } from './memoryBudget';

function holder(size: number, shown = false): Holder & { shown: boolean; held: number } {
  return {
    held: size,
    shown,
    bytes() {
      return this.held;
    },
    drop() {
      this.held = 0;
    },
  };
}

test('those that were shown longest ago give way until there is room', () => {
  const budget = createMemoryBudget(100);
  const all = [holder(40), holder(40), holder(15)];
  for (const one of all) budget.touch(one);
  assert.deepEqual(
    all.map(({ held }) => held),
    [40, 40, 15],
  );
  const last = holder(30, true);
  budget.touch(all[0] ?? last);
  budget.touch(last);
  // The second is the one that was shown longest ago.
  assert.deepEqual(
    [...all, last].map(({ held }) => held),
    [40, 0, 15, 30],
  );
});

test('what is shown stays, even where it is too much', () => {
  const budget = createMemoryBudget(100);
  const [left, right] = [holder(90, true), holder(90, true)];
  budget.touch(left);
  budget.touch(right);
  assert.deepEqual([left.held, right.held], [90, 90]);
  left.shown = false;
  budget.touch(right);
  assert.deepEqual([left.held, right.held], [0, 90]);
});

test('what is closed counts no longer', () => {
  const budget = createMemoryBudget(100);
  const [closed, open] = [holder(90), holder(90)];
  budget.touch(closed);
  budget.forget(closed);
  budget.touch(open);
  assert.deepEqual([closed.held, open.held], [90, 90]);
});
