import assert from 'node:assert/strict';
import { test } from 'node:test';
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
