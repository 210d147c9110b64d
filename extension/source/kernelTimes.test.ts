import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasuredRun } from '../../protocol/results';
import { kernelKey, kernelTimes } from './kernelTimes';

const CAPTURE = '/w/a.ireereplay';
const WRITTEN = Date.parse('2026-01-01T00:00:00Z');

/** A finished profile, of what `change` says otherwise. */
const profile = (started: string, ns: readonly string[], change: object = {}): MeasuredRun =>
  ({
    ...{ id: started, job: 'run', capture: CAPTURE, started, options: { profiling: {} } },
    state: { state: 'done', result: { functions: ns.map((one, ordinal) => ({ executable: '4', ordinal, ns: one })) } },
    ...change,
  }) as unknown as MeasuredRun;

const shares = (runs: readonly MeasuredRun[]): readonly number[] =>
  [0, 1].flatMap((i) => kernelTimes(runs, CAPTURE, WRITTEN).get(kernelKey('4', i))?.share ?? []);

test('the newest profile says what kernels took, and of what', () => {
  const runs = [profile('2026-01-02T00:00:00Z', ['1', '1']), profile('2026-01-03T00:00:00Z', ['300', '100'])];
  assert.deepEqual(shares(runs), [0.75, 0.25]);
  assert.equal(kernelTimes(runs, CAPTURE, WRITTEN).get(kernelKey('4', 0))?.ns, 300n);
});

test('a profile of other content, of a part, or of another capture says nothing', () => {
  const good = profile('2026-01-02T00:00:00Z', ['3', '1']);
  for (const other of [
    profile('2025-12-31T00:00:00Z', ['1', '1']),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { options: { profiling: { filterFunction: 'f' } } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { capture: '/w/b.ireereplay' }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { job: 'benchmark' }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { state: { state: 'failed' } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { state: { state: 'done', result: { program: '/bin/iree-run-replay' } } }),
    profile('2026-01-04T00:00:00Z', []),
    profile('2026-01-04T00:00:00Z', ['0', '0']),
  ]) {
    assert.deepEqual(shares([other]), []);
    assert.deepEqual(shares([good, other]), [0.75, 0.25]);
  }
});
