import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateVerdict, pairedRow, ratioText, verdictOf } from './verdict';

/** Times around `center` with noise of a few percent, the same for each seed. */
function times(center: number, seed: number, count = 40): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return center * (1 + (state / 2147483648 - 0.5) * 0.06);
  });
}

const place = { kind: 'dispatch', label: 'f', count: 1 } as const;

test('finds a kernel that is 10 % slower or faster, and says so by its own factor', async () => {
  const { row: slower } = await pairedRow(place, times(1000, 1), times(1100, 2), times(1000, 3));
  assert.equal(slower.verdict, 'slower');
  assert.match(ratioText(slower), /^1\.(09|10)\dx slower \[1\.\d+, 1\.\d+\]$/);
  const { row: faster } = await pairedRow(place, times(1100, 1), times(1000, 2), times(1100, 3));
  assert.equal(faster.verdict, 'faster');
  assert.match(ratioText(faster), /^1\.(09|10)\dx faster/);
});

test('says no difference of a kernel and itself in at least 95 of 100 runs', async () => {
  let right = 0;
  for (let run = 0; run < 100; run++) {
    const { row } = await pairedRow(place, times(1000, 3 * run + 1), times(1000, 3 * run + 2), times(1000, 3 * run + 3));
    if (row.verdict === 'no-difference') right++;
  }
  assert.ok(right >= 95, String(right));
});

test('says no difference of what is smaller than the noise, than half a percent, or no more than chance', () => {
  assert.equal(verdictOf({ ratio: 1.03, interval: [1.02, 1.04], p: 1e-6 }, 0.04), 'no-difference');
  assert.equal(verdictOf({ ratio: 1.003, interval: [1.002, 1.004], p: 1e-6 }, 0), 'no-difference');
  assert.equal(verdictOf({ ratio: 1.1, interval: [0.99, 1.2], p: 1e-6 }, 0), 'no-difference');
  assert.equal(verdictOf({ ratio: 1.1, interval: [1.05, 1.2], p: 0.02 }, 0), 'no-difference');
});

const verification = {
  agrees: false,
  sentence: 'They differ.',
  ranges: [],
  tolerance: { absolute: 0, relative: 0, ulp: 0, nanEqual: true },
  against: 'original',
  deterministic: true,
  runs: 2,
  problems: [],
  hints: [],
} as const;

test('never says faster of what is wrong', async () => {
  const { row } = await pairedRow(place, times(2000, 1), times(1000, 2), times(2000, 3));
  assert.equal(candidateVerdict('k.so', verification, [row]).verdict, 'results-differ');
  assert.equal(candidateVerdict('k.so', { ...verification, agrees: true }, [row]).verdict, 'faster');
});

test('says that it is not known where nothing was verified, or nothing timed', () => {
  assert.equal(candidateVerdict('k.so', { ...verification, unknown: 'the application read nothing back' }, []).verdict, 'unknown');
  assert.equal(candidateVerdict('k.so', undefined, []).verdict, 'unknown');
});
