import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from '../addon/measurement';
import { measurePairs, type Preparation } from './pairs';

test('what was ended while it was prepared anew is not measured again, and what was measured before is kept', async () => {
  const ended = new AbortController();
  let cancelled = 0;
  const measure = (_: unknown, signal?: AbortSignal): Promise<Measurement> => {
    // A dispatch that has not been executed yet has no state to measure once it was cancelled.
    if (signal?.aborted === true && ++cancelled > 2) return Promise.reject(new Error('the benchmark has not reached a dispatch'));
    return Promise.resolve({ times: signal?.aborted === true ? [] : [1] } as unknown as Measurement);
  };
  const side = { measurable: { measure }, split: ({ times }: Measurement) => [times] };
  const prepare = (turn: number): Promise<Preparation> => {
    if (turn === 1) ended.abort();
    const sampling = { iterations: 1, batch: 1, slowestNs: 1, measurable: true };
    return Promise.resolve({ groups: [{ sides: [side, side], sampling }], close: () => undefined });
  };
  const limits = { most: 10, seconds: 60, seed: 1, preparations: 5 };
  const { preparations, rounds } = await measurePairs(
    prepare,
    limits,
    () => Promise.resolve(false),
    () => Promise.resolve(),
    ended.signal,
  );
  assert.deepEqual(preparations, [2]);
  assert.deepEqual(rounds, [[[[1, 1]], [[1, 1]]]]);
});
