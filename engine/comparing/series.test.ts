/** The rule for differences on samples that our engine took of real kernels: test/fixtures/README.md says how they are made again. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { sameWithin, type Difference } from '../../protocol/measurement/difference';
import { describeSamples } from '../addon/measuring';
import { speedsOnInputs } from './speedOnInputs';
import { differenceOf } from './verdict';

const folder = path.join(__dirname, '..', '..', 'test', 'fixtures', 'statistics', 'series');

interface Series {
  /** How much longer the candidate takes, in parts. */
  readonly longer: number;
  readonly original: readonly number[];
  readonly candidate: readonly number[];
  readonly again: readonly number[];
  /** How many of them each preparation has. */
  readonly preparations: readonly number[];
}

const seriesOf = (name: string): Series => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Series;
const names = readdirSync(folder).map((file) => path.basename(file, '.json'));
const CLOCK = { ns: 0, measurable: true };

/** Of the first preparations alone, as they are looked at while measuring goes on. */
function said({ original, candidate, again, preparations }: Series, count = preparations.length): Promise<Difference> {
  const seen = preparations.slice(0, count);
  const pairs = seen.reduce((sum, one) => sum + one, 0);
  const first = (times: readonly number[]): Float64Array => Float64Array.from(times.slice(0, pairs));
  return differenceOf([first(original), first(candidate), first(again)], seen, CLOCK);
}

const timesOf = ({ original, candidate, again }: Series): [Float64Array, Float64Array, Float64Array] => [
  Float64Array.from(original),
  Float64Array.from(candidate),
  Float64Array.from(again),
];

test('there are series of all kinds', () => {
  for (const name of ['identical', 'third-of-a-percent', 'one-percent', 'ten-percent', 'drifting', 'two-heaps', 'ten-percent-two-heaps'])
    assert.ok(names.includes(name), name);
});

for (const name of names) {
  const series = seriesOf(name);
  test(`${name}: never a wrong verdict, however many preparations there are, whichever side is which`, async () => {
    for (let count = 1; count <= series.preparations.length; count++) {
      const { verdict, interval, noise = 0 } = await said(series, count);
      // No difference is said above what is excluded: what is shorter may be there.
      const same = series.longer <= sameWithin(noise) ? ['no-difference'] : [];
      const allowed = ['not-known-yet', ...same, ...(series.longer > 0.005 ? ['slower'] : [])];
      assert.ok(allowed.includes(verdict), `${verdict} [${interval.join(', ')}] of ${String(count)} preparations`);
    }
    assert.equal(speedsOnInputs(timesOf(series), series.preparations), undefined, 'they are all on the same inputs');
    const other = await said({ ...series, original: series.candidate, candidate: series.original, again: series.candidate });
    assert.notEqual(other.verdict, 'slower');
    if (series.longer <= 0.005) assert.notEqual(other.verdict, 'faster');
  });

  test(`${name}: the original is not told from itself`, async () => {
    const { verdict } = await said({ ...series, candidate: series.again, again: series.original });
    assert.ok(verdict === 'no-difference' || verdict === 'not-known-yet', verdict);
  });
}

test('ten percent are told, and a kernel and itself are the same, on a quiet machine', async () => {
  assert.equal((await said(seriesOf('ten-percent'))).verdict, 'slower');
  assert.equal((await said(seriesOf('identical'))).verdict, 'no-difference');
});

test('what drifts, and what comes in two heaps, is seen', async () => {
  const drifting = await describeSamples(Float64Array.from(seriesOf('drifting').original));
  assert.ok(Math.abs(drifting.drift) > 0.01, String(drifting.drift));
  const { heaps } = await describeSamples(Float64Array.from(seriesOf('two-heaps').original));
  assert.ok(heaps !== undefined && heaps.high > 1.05 * heaps.low, JSON.stringify(heaps));
  assert.equal((await describeSamples(Float64Array.from(seriesOf('identical').original))).heaps, undefined);
});
