import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasuredRun } from '../../protocol/results/results';
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
    profile('2026-01-04T00:00:00Z', ['1', '1'], { job: 'benchmark', state: { state: 'done', result: { rows: [] } } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { state: { state: 'failed' } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { state: { state: 'done', result: { program: '/bin/iree-run-replay' } } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { options: { profiling: {}, substitutions: ['4=/w/other.so'] } }),
    profile('2026-01-04T00:00:00Z', ['1', '1'], { options: { profiling: {}, workgroupCounts: ['f=1,1,1'] } }),
    profile('2026-01-04T00:00:00Z', []),
    profile('2026-01-04T00:00:00Z', ['0', '0']),
  ]) {
    assert.deepEqual(shares([other]), []);
    assert.deepEqual(shares([good, other]), [0.75, 0.25]);
  }
});

const part = (kind: string, ordinal: number, medianNs: number, share: number): object => ({
  ...{ kind, label: 'f', executable: '4', ordinal, executions: 2, medianNs, share },
});

/** A finished benchmark of rows with their breakdowns. */
const benchmark = (started: string, rows: readonly (readonly [kind: string, parts: readonly object[]])[]): MeasuredRun =>
  profile(started, [], {
    job: 'benchmark',
    state: {
      state: 'done',
      result: { rows: rows.map(([kind, parts]) => ({ kind, name: kind, label: kind, repetition: 0, breakdown: { parts } })) },
    },
  });

test('a newer benchmark with a breakdown says it in place of a profile, the capture as a whole before its scopes', () => {
  const older = profile('2026-01-02T00:00:00Z', ['1', '1']);
  const scopes = benchmark('2026-01-03T00:00:00Z', [
    ['scope', [part('function', 0, 10, 0.5), part('record', 0, 99, 1)]],
    ['scope', [part('function', 0, 30, 0.25), part('function', 1, 20, 0.2)]],
  ]);
  assert.deepEqual(shares([older, scopes]), [0.25, 0.2]);
  const whole = benchmark('2026-01-04T00:00:00Z', [
    ['scope', [part('function', 0, 10, 0.5)]],
    ['capture', [part('function', 0, 5, 0.1)]],
  ]);
  assert.deepEqual(shares([older, scopes, whole]), [0.1]);
  assert.equal(kernelTimes([whole], CAPTURE, WRITTEN).get(kernelKey('4', 0))?.part?.executions, 2);
});

test('a run that was chosen says it in place of newer ones, as long as it is of that capture and its content', () => {
  const runs = [
    profile('2025-01-01T00:00:00Z', ['1', '1']),
    profile('2026-01-02T00:00:00Z', ['9', '1']),
    profile('2026-01-03T00:00:00Z', ['3', '1']),
  ];
  const chosenShare = (id: string): number | undefined => kernelTimes(runs, CAPTURE, WRITTEN, id).get(kernelKey('4', 0))?.share;
  assert.equal(chosenShare('2026-01-02T00:00:00Z'), 0.9);
  assert.equal(chosenShare('2025-01-01T00:00:00Z'), 0.75);
  assert.equal(chosenShare('none'), 0.75);
});
