import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, minimize, type Range } from './minimize';

/** Minimizes the numbers below `count` as far as `holds` allows; `withThem` says what goes with a number. */
async function minimized(
  count: number,
  holds: (left: readonly number[]) => boolean,
  withThem: (left: readonly number[]) => readonly number[] = (left) => left,
): Promise<{ left: readonly number[]; tries: number }> {
  let left: readonly number[] = Array.from({ length: count }, (_, i) => i);
  let tries = 0;
  await minimize(count, ({ begin, end }) => {
    tries++;
    const fewer = withThem(left.filter((_, i) => i < begin || i >= end));
    if (!holds(fewer)) return Promise.resolve(undefined);
    const kept: Range[] = left.flatMap((each, i) => (fewer.includes(each) ? [{ begin: i, end: i + 1 }] : []));
    left = fewer;
    return Promise.resolve(kept);
  });
  return { left, tries };
}

test('what is needed is left, and nothing else', async () => {
  const { left, tries } = await minimized(1000, (numbers) => [3, 500, 501, 999].every((each) => numbers.includes(each)));
  assert.deepEqual(left, [3, 500, 501, 999]);
  assert.ok(tries < 120, `${String(tries)} tries`);
});

test('nothing is left where nothing is needed', async () => {
  assert.deepEqual((await minimized(77, () => true)).left, []);
});

test('all is left where all is needed', async () => {
  assert.equal((await minimized(33, (numbers) => numbers.length === 33)).left.length, 33);
});

test('what depends on what is left out goes with it', async () => {
  // Each number needs the one at half of it.
  const dependent = (numbers: readonly number[]): readonly number[] => {
    const kept = new Set<number>();
    for (const each of numbers) if (each === 0 || kept.has(each >> 1)) kept.add(each);
    return [...kept];
  };
  const { left } = await minimized(256, (numbers) => numbers.includes(200), dependent);
  assert.deepEqual(left, [0, 1, 3, 6, 12, 25, 50, 100, 200]);
});

test('one that can be left out only after another is left out is found', async () => {
  // 5 needs 7, which nothing needs.
  const holds = (numbers: readonly number[]): boolean => !(numbers.includes(7) && !numbers.includes(5)) && numbers.includes(1);
  assert.deepEqual((await minimized(9, holds)).left, [1]);
});

test('ranges are counted', () => {
  assert.equal(
    countOf([
      { begin: 0, end: 2 },
      { begin: 5, end: 9 },
    ]),
    6,
  );
});
