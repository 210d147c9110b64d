import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BisectResult } from '../../protocol/measurement/bisection';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { KeptState, VerificationResult } from '../../protocol/replay/verification';
import type { RunOf } from '../../protocol/results/results';
import { plantedRun } from '../../test/plantedRuns';
import { outcome } from './runOutcome';

test('of a benchmark the scope that takes longest is said, wherever it stands', async () => {
  const run = await plantedRun('/x', 0);
  assert.ok(run.state.state === 'done');
  const { result } = run.state;
  const [row] = result.rows;
  assert.ok(row?.kind === 'scope');
  const taking = (label: string, factor: number, kind: 'scope' | 'dispatch' = 'scope') => ({
    ...{ ...row, kind, label },
    statistics: { ...row.statistics, median: factor * row.statistics.median },
  });
  const rows = [taking('init', 0.01), taking('execute', 1), taking('deinit', 0.5), taking('matmul', 2, 'dispatch')];
  const said = (some: typeof rows): string => outcome({ ...run, state: { state: 'done', result: { ...result, rows: some } } }).sentence;
  assert.match(said(rows), /^execute /);
  assert.equal(said(rows), said([...rows].reverse()));
  // Where there is no scope, whatever takes longest.
  assert.match(said([taking('add', 1, 'dispatch'), taking('matmul', 2, 'dispatch')]), /^matmul /);
  assert.equal(said([]), 'nothing measured');
});

test('of a bisection the first that is not as the good one is said, and only where it is known', () => {
  const tested = (number: number, answer: 'good' | 'bad' | 'skipped') => ({ number, name: `v${String(number)}.c`, answer, sentence: '' });
  const said = (result: Pick<BisectResult, 'verdict' | 'by' | 'candidates'>): string => {
    const tests = [tested(1, 'good'), tested(2, 'skipped'), tested(3, 'bad')];
    const run: RunOf<'bisect'> = {
      ...{ job: 'bisect', id: '1', capture: '/a', subject: '3 builds for executable 4', started: '', settings: DEFAULT_SETTINGS },
      ...{ options: { run: { capture: '/a', devices: ['local-sync'], fileRemaps: [] } }, commandLine: '' },
      state: { state: 'done', result: { ...result, sentence: '', series: ['v1.c', 'v2.c', 'v3.c'], tests } },
    };
    return outcome(run).sentence;
  };
  assert.equal(said({ verdict: 'found', by: 'outputs', candidates: [3] }), 'v3.c is the first that differs');
  assert.equal(said({ verdict: 'found', by: 'end', candidates: [3] }), 'v3.c is the first that fails');
  assert.equal(said({ verdict: 'not-known', by: 'outputs', candidates: [2, 3] }), 'one of 2 is the first that differs');
  assert.equal(said({ verdict: 'not-known', by: 'time', candidates: [] }), 'not known');
});

test('of a candidate that leaves something behind it is said what that is', () => {
  const said = (kind: KeptState['kind']): string => {
    const verification: VerificationResult = {
      ...{ agrees: false, sentence: '', ranges: [], tolerance: { absolute: 0, relative: 0, ulp: 0, nanEqual: true } },
      ...{ against: 'original', deterministic: true, runs: 2, problems: [], hints: [] },
      keepsState: { kind, bytes: 4, place: '' },
    };
    const run: RunOf<'verify'> = {
      ...{ job: 'verify', id: '1', capture: '/a', subject: 'a.so for executable 4', started: '', settings: DEFAULT_SETTINGS },
      ...{ options: { run: { capture: '/a', devices: ['local-sync'], fileRemaps: [] } }, commandLine: '' },
      state: { state: 'done', result: verification },
    };
    return outcome(run).sentence;
  };
  assert.equal(said('data'), 'keeps state');
  assert.equal(said('outside'), 'writes outside of its buffers');
  assert.equal(said('control'), 'changes how its thread computes');
});
