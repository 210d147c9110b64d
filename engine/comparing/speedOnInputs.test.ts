import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedsOnInputs } from './speedOnInputs';

/** Pairs of each preparation: times of the candidate and of the original once more, as parts of the original's. */
function speeds(preparations: readonly (readonly number[])[], noise: readonly number[] = []): ReturnType<typeof speedsOnInputs> {
  const times = (of: (part: number, at: number) => number): Float64Array =>
    Float64Array.from(preparations.flatMap((parts, at) => parts.map((part) => 100 * of(part, at))));
  const [original, candidate, again] = [times(() => 1), times((part) => part), times((_, at) => 1 + (noise[at] ?? 0))];
  return speedsOnInputs(
    [original, candidate, again],
    preparations.map((parts) => parts.length),
  );
}
const four = (...parts: readonly number[]): readonly (readonly number[])[] => parts.map((part) => Array<number>(4).fill(part));

test('one that is only fast on the recorded inputs is found, with both speeds', () => {
  const found = speeds(four(0.1, 0.5, 0.1, 0.5, 0.1, 0.5));
  assert.ok(found !== undefined);
  assert.ok(Math.abs(found.recorded - 10) < 1e-9 && Math.abs(found.others - 2) < 1e-9);
});

test('one that is as fast on both, or nearly, is not accused', () => {
  assert.equal(speeds(four(0.5, 0.5, 0.5, 0.5, 0.5, 0.5)), undefined);
  assert.equal(speeds(four(0.5, 0.52, 0.5, 0.52, 0.5, 0.52)), undefined);
});

test('what the original is away from itself is no dependence, nor what changes from one preparation or pair to the next', () => {
  assert.equal(speeds(four(0.5, 0.6, 0.5, 0.6, 0.5, 0.6), [0, 0.15, 0, 0, 0, 0]), undefined);
  assert.equal(speeds(four(0.5, 0.9, 0.5, 0.5, 0.5, 0.9)), undefined);
  const uneven = (part: number): readonly number[] => [part, part, 0.4, 1];
  assert.equal(speeds([0.5, 0.9, 0.5, 0.9, 0.5, 0.9].map(uneven)), undefined);
});

test('of two preparations of a kind nothing is said', () => {
  assert.equal(speeds(four(0.1, 0.5, 0.1, 0.5, 0.1)), undefined);
});
