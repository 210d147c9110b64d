import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSamples } from '../../engine/addon/measuring';
import type { BenchmarkRow } from '../../protocol/measurement/benchmark';
import { violinScale } from './violin';

/** A row of these samples, as a benchmark gives it. */
async function row(samples: Float64Array): Promise<BenchmarkRow> {
  const statistics = await describeSamples(samples);
  return { name: 'a', kind: 'scope', label: 'a', repetition: 0, iterations: samples.length, realNs: 0, samples, statistics };
}

const spread = (part: number): Float64Array => Float64Array.from({ length: 101 }, (_, i) => 1000 * (1 + part * (i / 50 - 1)));

test('a row that was disturbed does not make lines of the others', async () => {
  const quiet = await Promise.all([0.01, 0.012, 0.011, 0.009].map((part) => row(spread(part))));
  const calm = violinScale(quiet);
  const disturbed = violinScale([...quiet, await row(spread(0.6))]);
  assert.ok(disturbed.high < 1.5 * calm.high, `${String(disturbed.high)} against ${String(calm.high)}`);
});

test('a scale has a width, whatever was measured', async () => {
  assert.ok(violinScale([await row(Float64Array.of(5, 5, 5))]).high > 0);
  assert.ok(violinScale([]).high > 0);
});
