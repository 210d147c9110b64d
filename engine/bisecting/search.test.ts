import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search, type Answer, type Found } from './search';

/** Searches a series of which `answers` are a letter each: g, b, or ? where a test does not tell. */
async function searched(answers: string): Promise<{ readonly found: Found; readonly tested: readonly number[] }> {
  const said: Readonly<Record<string, Answer>> = { g: 'good', b: 'bad' };
  const tested: number[] = [];
  const found = await search(answers.length, (index) => {
    tested.push(index);
    return Promise.resolve(said[answers[index] ?? ''] ?? 'unknown');
  });
  return { found, tested };
}

test('each change of a series of ten is found, with few tests', async () => {
  for (let bad = 1; bad < 10; bad++) {
    const { found, tested } = await searched('g'.repeat(bad) + 'b'.repeat(10 - bad));
    assert.deepEqual(found, { kind: 'between', good: bad - 1, bad });
    // The ends, three or four between them, and the neighbours once more.
    assert.ok(tested.length <= 8, `${String(bad)}: ${tested.join(' ')}`);
  }
});

test('a series of two is tested at its ends alone, twice', async () => {
  assert.deepEqual(await searched('gb'), { found: { kind: 'between', good: 0, bad: 1 }, tested: [0, 1, 0, 1] });
});

test('what does not tell leaves those between which the change lies', async () => {
  assert.deepEqual((await searched('ggg??b?bbb')).found, { kind: 'between', good: 2, bad: 5 });
  assert.deepEqual((await searched('g????????b')).found, { kind: 'between', good: 0, bad: 9 });
  // Elsewhere it is of no account.
  assert.deepEqual((await searched('g?gg?gb?bb')).found, { kind: 'between', good: 5, bad: 6 });
});

test('every series of eight leads to what its tests allow to say', async () => {
  for (let bad = 1; bad < 8; bad++) {
    for (let mask = 0; mask < 64; mask++) {
      const letters = Array.from({ length: 8 }, (_, i) => (i > 0 && i < 7 && (mask >> (i - 1)) & 1 ? '?' : i < bad ? 'g' : 'b')).join('');
      const { found, tested } = await searched(letters);
      assert.deepEqual(found, { kind: 'between', good: letters.lastIndexOf('g'), bad: letters.indexOf('b') }, letters);
      const between = tested.slice(2, -2);
      assert.equal(new Set(between).size, between.length, 'nothing between the ends is tested twice on the way');
    }
  }
});

test('it gets away from a long row that does not tell', async () => {
  const { found, tested } = await searched(`${'g'.repeat(20)}${'?'.repeat(60)}${'b'.repeat(920)}`);
  assert.deepEqual(found, { kind: 'between', good: 19, bad: 80 });
  // All of the row, and little else.
  assert.ok(tested.length < 60 + 30, String(tested.length));
});

test('nothing is looked for where the ends are not good and bad', async () => {
  assert.deepEqual(await searched('bbbb'), { found: { kind: 'first', answer: 'bad' }, tested: [0] });
  assert.deepEqual(await searched('?bbb'), { found: { kind: 'first', answer: 'unknown' }, tested: [0] });
  assert.deepEqual(await searched('gggg'), { found: { kind: 'last', answer: 'good' }, tested: [0, 3] });
  assert.deepEqual(await searched('ggg?'), { found: { kind: 'last', answer: 'unknown' }, tested: [0, 3] });
});

test('of several changes it finds one', async () => {
  const { found } = await searched('ggbbggbbggb');
  assert.ok(found.kind === 'between');
  assert.deepEqual([found.bad - found.good, 'ggbbggbbggb'.slice(found.good, found.bad + 1)], [1, 'gb']);
});

test('a test that says otherwise the second time is detected', async () => {
  const times = new Map<number, number>();
  const flaky = (index: number): Promise<Answer> => {
    times.set(index, (times.get(index) ?? 0) + 1);
    // 5 is bad at first, and good then.
    return Promise.resolve(index < 5 || (index === 5 && times.get(5) === 2) ? 'good' : 'bad');
  };
  assert.deepEqual(await search(10, flaky), { kind: 'unsteady', index: 5, was: 'bad', is: 'good' });
});

test('a test that rejects ends it', async () => {
  await assert.rejects(
    search(10, (index) => (index === 9 ? Promise.reject(new Error('cancelled')) : Promise.resolve('good'))),
    /cancelled/,
  );
});
