/** Results that differ elsewhere are laid to their places only if they do not differ where they were. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Collected } from '../addon/replay';
import { differsElsewhere, type DiffersElsewhere } from './otherPlaces';

/** Results of one byte each, in the place that a placement gives, or the usual one. */
function asked(replay: (placement: number | undefined, nth: number) => number, count = 1): Promise<DiffersElsewhere | undefined> {
  let nth = 0;
  const collected = (byte: number): Collected => ({ outputs: [Uint8Array.of(byte)] }) as unknown as Collected;
  return differsElsewhere({
    ...{ usual: collected(1), seed: 7, count },
    replay: (placement) => Promise.resolve(collected(replay(placement, nth++))),
    compare: ({ outputs: [right] }, { outputs: [found] }) =>
      Promise.resolve({ ranges: [], problems: right?.[0] === found?.[0] ? [] : ['differs'] }),
  });
}

test('results that are the same everywhere do not depend on their place', async () => {
  const placements: (number | undefined)[] = [];
  const replay = (placement?: number): number => (placements.push(placement), 1);
  assert.equal(await asked(replay, 3), undefined);
  assert.deepEqual(placements, [7, 8, 9]);
});

test('results that are wrong elsewhere depend on their place, be they the same or others each time', async () => {
  for (const wrong of [(): number => 2, (nth: number): number => 2 + nth]) {
    const found = await asked((placement, nth) => (placement === 8 ? wrong(nth) : 1), 3);
    assert.deepEqual([found?.seed, found?.anywhere], [8, false]);
  }
});

test('results that are wrong in the usual places, too, do not depend on them', async () => {
  for (const wrongAt of [1, 5, 11]) {
    const found = await asked((placement, nth) => (placement !== undefined || nth === wrongAt ? 2 : 1));
    assert.deepEqual([found?.seed, found?.anywhere], [7, true], `at ${String(wrongAt)}`);
  }
});

test('results that were wrong once are not forgotten, and not laid to their place', async () => {
  const found = await asked((_, nth) => (nth === 0 ? 2 : 1));
  assert.equal(found?.anywhere, true);
});
