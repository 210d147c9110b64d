import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from '../../engine/history/rowHistory';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import { differenceWords } from '../../protocol/words/differenceWords';
import { PLANTED, plantedRun, plantedRuns } from '../../test/plantedRuns';
import { benchmarkRows, findRow, mainRow, type TableRow } from './benchmarkRows';

function rowsOf(run: RunOf<'benchmark'>, all: readonly MeasuredRun[]): readonly TableRow[] {
  assert.ok(run.state.state === 'done');
  const { rows, environment } = run.state.result;
  return benchmarkRows(rows, historyOf(run, all), environment);
}

const everyRow = (rows: readonly TableRow[]): readonly TableRow[] => rows.flatMap((row) => [row, ...everyRow(row.parts)]);
const verdictOf = ({ change }: TableRow): string => (change === undefined ? '' : differenceWords(change));

test('each part is told from the run before by its own history, and by the one rule', async () => {
  const { before, last } = await plantedRuns('/x', PLANTED.factors);
  const rows = everyRow(rowsOf(last, before));
  for (const [name, words] of Object.entries(PLANTED.says)) {
    const row = rows.find(({ label, record }) => label === name || `#${String(record)}` === name) ?? assert.fail(name);
    assert.match(verdictOf(row), words, name);
  }
  const slow = rows.find(({ label }) => label === 'slow_matmul');
  assert.deepEqual(
    slow?.points.map(({ run, samples }) => [run, samples?.length]),
    [0, 1, 2, 3, 4, 5].map((at) => [`planted ${String(at)}`, at === 5 ? 200 : undefined]),
  );
});

test('runs that only differ by chance are not told apart, in any of their parts', async () => {
  const { before, last } = await plantedRuns('/x', {});
  for (const row of everyRow(rowsOf(last, before))) assert.doesNotMatch(verdictOf(row), /faster|slower/, row.label);
});

test('fewer than five runs before, and what is not measured, are not told', async () => {
  const { before, last } = await plantedRuns('/x', PLANTED.factors);
  const rows = everyRow(rowsOf(last, before.slice(2)));
  assert.deepEqual([...new Set(rows.map(verdictOf))].sort(), ['', 'not known yet']);
});

test('a run that was not broken down is no earlier run of one that was', async () => {
  const { before, last } = await plantedRuns('/x', PLANTED.factors);
  const bare = before.map((run) => ({ ...run, options: { ...run.options, breakdown: false } }));
  assert.ok(everyRow(rowsOf(last, bare)).every(({ points, change }) => points.length === 0 && change === undefined));
});

test('a function with several launches opens into these, one with a single launch into its records', async () => {
  const run = await plantedRun('/x', 0);
  const rows = rowsOf(run, []);
  const kinds = (label: string): readonly string[] =>
    everyRow(rows)
      .find((row) => row.label === label)
      ?.parts.map(({ kind }) => kind) ?? [];
  assert.deepEqual(kinds('slow_matmul'), ['launch', 'launch']);
  assert.deepEqual(kinds('fast_softmax'), ['record']);
  assert.equal(everyRow(rows).find(({ label }) => label === 'fast_softmax')?.note, '1x1x1 workgroups; constants 46; bindings 64 B');
  const keys = everyRow(rows).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  const found = findRow(rows, keys.at(-2));
  assert.equal(found?.top, rows[0]);
  assert.equal(mainRow(rows), rows[0]);
  assert.equal(findRow(rows, 'gone'), undefined);
});

test('a function has the colour of its rank, and with it what it consists of', async () => {
  const run = await plantedRun('/x', 0);
  const [scope] = rowsOf(run, []);
  const functions = scope?.parts.filter(({ kind }) => kind === 'function') ?? [];
  assert.deepEqual(
    functions.slice(0, 3).map(({ colour, parts: [first] }) => [colour, first?.colour]),
    ['blue', 'purple', 'cyan'].map((name) => [`var(--fn-${name})`, `var(--fn-${name})`]),
  );
});

test('throughput is of runs and of what is moved: what is bound to a dispatch says nothing of what it touches', async () => {
  const run = await plantedRun('/x', 0);
  assert.ok(run.state.state === 'done');
  const [row] = run.state.result.rows;
  assert.ok(row?.breakdown !== undefined);
  const copy = { kind: 'operation', label: 'copy', executions: 1, bytes: '2000', medianNs: 1000 } as const;
  const broken = { ...row, breakdown: { ...row.breakdown, parts: [...row.breakdown.parts, copy] } };
  const rows = everyRow(benchmarkRows([broken], [], undefined));
  assert.deepEqual(
    rows.flatMap(({ label, throughput }) => (throughput === undefined ? [] : [[label, throughput.of]])),
    [
      ['execute', 'runs'],
      ['copy', 'bytes'],
    ],
  );
  assert.equal(rows.find(({ label }) => label === 'copy')?.throughput?.perSecond, 2e9);
});
