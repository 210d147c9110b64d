import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedRange, Tolerance } from '../../protocol/replay/verification';
import type { Collected } from '../addon/replay';
import { compareOnOtherInputs, type OtherInputsAsked } from './otherInputs';
import type { ComparedOutputs } from './outputs';

const TOLERANCE: Tolerance = { absolute: 0.5, relative: 0, ulp: 0, nanEqual: true };

const gave = (...numbers: readonly number[]): Collected => ({
  result: {} as Collected['result'],
  outputs: [new Uint8Array(Float64Array.from(numbers).buffer)],
});
const numbersOf = ({ outputs: [bytes = new Uint8Array()] }: Collected): readonly number[] => [...new Float64Array(bytes.slice().buffer)];

/** As far as what is tested looks at it. */
function compare(right: Collected, found: Collected, { absolute }: Tolerance): Promise<ComparedOutputs> {
  const expected = numbersOf(right);
  const wrong = numbersOf(found).filter((number, index) => {
    const other = expected[index] ?? NaN;
    return Number.isNaN(other) !== Number.isNaN(number) || Math.abs(number - other) > absolute;
  });
  const nan = expected.filter(Number.isNaN).length;
  const range = { agrees: wrong.length === 0, nanExpected: String(nan) } as ComparedRange;
  return Promise.resolve({ ranges: [range], problems: [] });
}

type Give = (seed: number, turn: number) => Collected;

/** What an original and a candidate come to that give these. */
async function found(original: Give, candidate: Give, more: Partial<OtherInputsAsked> = {}): Promise<unknown> {
  const replaying = (give: Give): OtherInputsAsked['original'] => {
    let turn = 0;
    return (seeds) => Promise.resolve(seeds.map((seed) => give(seed, turn++)));
  };
  const recorded = gave(1, 2);
  const asked = { recorded, seed: 10, count: 3, tolerance: TOLERANCE, compare };
  return (await compareOnOtherInputs({ original: replaying(original), candidate: replaying(candidate), ...asked, ...more })).found;
}

const honest: Give = (seed) => gave(seed, 2 * seed);

test('replays that give the same on other inputs agree on each', async () => {
  assert.deepEqual(await found(honest, honest), { seed: 10, agree: 3, nearly: 0, silent: [] });
});

test('what is right on the recorded inputs alone differs, from the first on which it does', async () => {
  assert.deepEqual(await found(honest, () => gave(1, 2)), { seed: 10, agree: 0, nearly: 0, silent: [], differs: 10 });
  const later: Give = (seed) => (seed === 12 ? gave(1, 2) : honest(seed, 0));
  assert.deepEqual(await found(honest, later), { seed: 10, agree: 2, nearly: 0, silent: [], differs: 12 });
});

test('a little more than the tolerance is said, not held against it', async () => {
  const apart =
    (by: number): Give =>
    (seed) =>
      gave(seed + by, 2 * seed);
  assert.deepEqual(await found(honest, apart(0.6)), { seed: 10, agree: 3, nearly: 3, silent: [] });
  assert.deepEqual(await found(honest, apart(2.1)), { seed: 10, agree: 0, nearly: 0, silent: [], differs: 10 });
});

test('inputs on which the original gives NaN tell nothing', async () => {
  const nan: Give = (seed) => gave(seed, NaN);
  assert.deepEqual(await found(nan, () => gave(1, 2), { count: 1 }), {
    ...{ seed: 10, agree: 0, nearly: 0 },
    silent: ['the original gives NaN'],
  });
});

test('an original that gives other results each time tells nothing of a candidate that differs', async () => {
  const restless: Give = (seed, turn) => gave(seed, 100 * turn);
  assert.deepEqual(await found(restless, () => gave(1, 2), { count: 1 }), {
    ...{ seed: 10, agree: 0, nearly: 0 },
    silent: ['the original itself gives other results each time'],
  });
});

test('inputs that change nothing tell nothing, but what differs on them differs', async () => {
  const constant: Give = () => gave(1, 2);
  assert.deepEqual(await found(constant, constant, { count: 1 }), {
    ...{ seed: 10, agree: 0, nearly: 0 },
    silent: ['they change nothing that is read back'],
  });
  assert.deepEqual(await found(constant, honest, { count: 1 }), { seed: 10, agree: 0, nearly: 0, silent: [], differs: 10 });
});

test('outputs of one side are kept a few at a time, and each seed has its turn', async () => {
  const asked: number[][] = [];
  const large: Collected = { ...gave(1, 2), outputs: [...gave(1, 2).outputs, new Uint8Array(200 * 2 ** 20)] };
  const original: OtherInputsAsked['original'] = (seeds) => {
    asked.push([...seeds]);
    return Promise.resolve(seeds.map((seed) => honest(seed, 0)));
  };
  await found(honest, honest, { original, candidate: original, recorded: large, seed: 0xffffffff, count: 2 });
  assert.deepEqual(asked, [[0xffffffff], [0xffffffff], [0], [0]]);
});
