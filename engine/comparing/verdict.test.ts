import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PairedRow } from '../../protocol/replay/substitution';
import { candidateVerdict, differenceOf, pairedRow } from './verdict';

/** Times around `center` with noise of a few percent, the same for each seed. */
function times(center: number, seed: number, count = 40): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return center * (1 + (state / 2 ** 32 - 0.5) * 0.02);
  });
}

const place = { kind: 'dispatch', label: 'f', count: 1 } as const;
const resolution = { ns: 0, batch: 1, measurable: true };
const four = (pairs: number): readonly number[] => [0, 1, 2, 3].map(() => pairs / 4);
const rowOf = (original: Float64Array, candidate: Float64Array, again: Float64Array): Promise<PairedRow> =>
  pairedRow(place, [original, candidate, again], four(original.length), resolution);

test('finds a kernel that is 10 % slower or faster, by the ratio of the medians that are shown', async () => {
  const slower = await rowOf(times(1000, 1), times(1100, 2), times(1000, 3));
  assert.equal(slower.verdict, 'slower');
  assert.equal(slower.ratio, slower.originalStatistics.median / slower.candidateStatistics.median);
  assert.equal((await rowOf(times(1100, 1), times(1000, 2), times(1100, 3))).verdict, 'faster');
});

test('tells at most one in a hundred of a thousand kernels from themselves: few samples, noise that lasts, memory that lies otherwise', async () => {
  for (const { count, lasting, lying } of [
    { count: 12, lasting: 0, lying: 0 },
    { count: 40, lasting: 0.7, lying: 0 },
    { count: 24, lasting: 0, lying: 0.02 },
  ]) {
    let wrong = 0;
    for (let run = 0; run < 1000; run++) {
      const series = [1, 2, 3].map((side) => {
        const places = times(1, 104_729 * run + side, 4);
        let last = 0;
        return times(1000, 7919 * run + side, count).map((time, i) => {
          // What a busy neighbour leaves: much noise, that lasts.
          last = lasting * last + 3 * (time / 1000 - 1);
          return 1000 * Math.exp(last + 100 * lying * ((places[Math.floor((4 * i) / count)] ?? 1) - 1));
        });
      });
      const [a = new Float64Array(), b = a, c = a] = series;
      const { verdict } = await differenceOf([a, b, c], four(count), resolution);
      wrong += verdict === 'faster' || verdict === 'slower' ? 1 : 0;
    }
    assert.ok(wrong <= 10, `${String(wrong)} of ${JSON.stringify({ count, lasting, lying })}`);
  }
});

test('fewer than three preparations do not tell, for where memory comes to lie may make the difference', async () => {
  const [a, b, c] = [times(1000, 1), times(1100, 2), times(1000, 3)];
  assert.equal((await differenceOf([a, b, c], [20, 20], resolution)).missing, 'noise');
  assert.equal((await differenceOf([a, b, c], [14, 13, 13], resolution)).verdict, 'slower');
});

test('what the original prepared a second time does not confirm is discarded, and that is said', async () => {
  const row = await rowOf(times(1050, 1), times(1000, 2), times(1002, 3));
  assert.equal(row.verdict, 'not-known-yet');
  assert.ok(row.again !== undefined && row.noise !== undefined && row.noise > 0.04);
  assert.match(candidateVerdict('k.so', undefined, [row]).sentence, /k\.so: not known yet \[.*\] in f, 40 pairs\. \w+/);
});

test('what the clock does not resolve is not measurable, whatever its times', async () => {
  const row = await pairedRow(place, [times(30, 1), times(60, 2), times(30, 3)], four(40), { ns: 30, batch: 1, measurable: false });
  assert.deepEqual([row.verdict, row.missing], ['not-known-yet', 'unmeasurable']);
  const coarse = await pairedRow(place, [times(3000, 1), times(3060, 2), times(3000, 3)], four(40), { ns: 60, batch: 1, measurable: true });
  assert.equal(coarse.verdict, 'not-known-yet', 'two percent, read by a clock that is off by as much');
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
  const row = await rowOf(times(2000, 1), times(1000, 2), times(2000, 3));
  assert.equal(candidateVerdict('k.so', verification, [row]).verdict, 'results-differ');
  const asks = [{ executable: '4', kind: 'clock', what: 'rdtsc', place: 'k+0x10' }] as const;
  const asking = { ...verification, agrees: true, asks };
  const { verdict, sentence } = candidateVerdict('k.so', asking, [row]);
  assert.equal(verdict, 'unknown');
  assert.match(
    sentence,
    /^Results agree\. Whether k\.so is faster is not known\. It reads a clock \(rdtsc at k\+0x10 of executable 4\)\..*--allow=clock/,
  );
  assert.equal(candidateVerdict('k.so', asking, [row], ['clock']).verdict, 'faster');
  assert.equal(candidateVerdict('k.so', asking, [row], ['random']).verdict, 'unknown');
  assert.equal(candidateVerdict('k.so', { ...verification, agrees: true }, [row]).verdict, 'faster');
});

test('says that it is not known where nothing was verified, or nothing timed', () => {
  assert.equal(candidateVerdict('k.so', { ...verification, unknown: 'the application read nothing back' }, []).verdict, 'unknown');
  assert.equal(candidateVerdict('k.so', undefined, []).verdict, 'unknown');
});

test('a dispatch that takes longer than its scope is not left without a word', async () => {
  const alone = await rowOf(times(2000, 1), times(2000, 2), times(2000, 3));
  const scope = { ...(await rowOf(times(1500, 1), times(1500, 2), times(1500, 3))), kind: 'scope', label: 'execute' } as const;
  assert.match(candidateVerdict('k.so', undefined, [alone, scope]).sentence, /f takes longer alone.* than the scope/);
  assert.doesNotMatch(
    candidateVerdict(
      'k.so',
      undefined,
      [scope, alone].map((row) => ({ ...row, kind: 'scope' })),
    ).sentence,
    /alone/,
  );
});
