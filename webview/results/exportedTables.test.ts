/** What the tables of the pages become in a CSV file: values in the unit that their header names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from 'lit-html';
import type { BenchmarkEnvironment, BenchmarkRow } from '../../protocol/measurement/benchmark';
import type { MeasuredRun } from '../../protocol/results/results';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import type { ComparedRange } from '../../protocol/replay/verification';
import { benchmarkGrid, exportedRows } from './benchmarkGrid';
import { benchmarkRows } from './benchmarkRows';
import { comparedTable } from './comparedTable';
import { comparisonTable } from './comparisonPage';
import type { ResultsContext } from './context';
import { pairsTable } from './pairsTable';
import { WHOLE_NAMES } from '../widgets/shortNames';
import { csv, markdown, type Table } from '../widgets/tables';

const statistics = (median: number): SampleStatistics => ({
  ...{ count: 10, minimum: median - 2, p5: median - 1, median, p95: median + 1, maximum: median + 2, mean: median },
  ...{ standardDeviation: 1, mad: 1, interval: [median - 1, median + 1], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
});

const row: BenchmarkRow = {
  ...{ name: 'x', kind: 'scope', label: 'execute', record: 20, repetition: 0, iterations: 10, realNs: 2_500_000, cpuNs: 3_500_000 },
  ...{ samples: Float64Array.of(2_500_000), statistics: statistics(2_500_000), bytes: '5000' },
};

const quiet: BenchmarkEnvironment = {
  ...{ date: '', host: '', cpu: '', processors: 2, affinity: '0-1', engine: 'native', version: '', devices: [], workers: 1 },
  ...{ loadBefore: 0, loadAfter: 0, otherWork: 0.01, notes: [] },
};

const run: MeasuredRun = {
  ...{ job: 'benchmark', id: '1', capture: '/x', subject: 'x', started: '2026-01-02', settings: DEFAULT_SETTINGS, commandLine: '' },
  options: { run: { capture: '/x', devices: ['local-sync'], fileRemaps: [] } },
  state: { state: 'idle' },
};

const context: ResultsContext = {
  shown: {
    run,
    onSave: false,
    history: [4, 3, 2, 1, 0].map((id) => ({
      run: String(id),
      date: '2026-01-01',
      name: 'x',
      statistics: statistics(5_000_000),
      disturbed: false,
    })),
  },
  inEditor: true,
  host: {} as ResultsContext['host'],
  plots: {} as ResultsContext['plots'],
  known: undefined,
  roofline: {} as ResultsContext['roofline'],
  roofPoint: { chosen: undefined, choose: () => undefined },
  selected: undefined,
  select: () => undefined,
  sorting: () => undefined,
  sort: () => undefined,
  asTables: new Set(),
  toggleTable: () => undefined,
  opened: () => new Set(),
  rows: {} as ResultsContext['rows'],
  sampled: {} as ResultsContext['sampled'],
};

/** What is exported of a benchmark with these rows, all of them closed. */
function benchmarkTable(rows: readonly BenchmarkRow[]): Table {
  const made = benchmarkRows(rows, context.shown.history, quiet);
  return exportedRows(benchmarkGrid(made, { threads: 1, names: WHOLE_NAMES, recordLink: () => html`` }), made, {
    filter: '',
    open: new Set(),
  });
}

/** The only row, by the names of the columns. */
function fields(table: Table): Readonly<Record<string, string>> {
  const [header = '', line = ''] = csv(table).split('\r\n');
  const split = (text: string): readonly string[] =>
    [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
  const [names, values] = [split(header), split(line)];
  assert.equal(names.length, values.length, csv(table));
  for (const [i, value] of values.entries()) assert.notEqual(value, '', `nothing in ${names[i] ?? ''}`);
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
}

test('of a benchmark: times in nanoseconds, rates in bytes, the change in percent', () => {
  assert.deepEqual(fields(benchmarkTable([row])), {
    'Scope or function': 'execute',
    Record: '20',
    Samples: '10',
    'Median, ns': '2500000',
    'CI, ± %': '0.00004',
    'MAD, %': '0.00004',
    'p95, ns': '2500001',
    'Min, ns': '2499998',
    'CPU time, ns': '3500000',
    Throughput: '400 runs/s',
    'Previous run': '2.00x faster [2.00, 2.00]',
  });
});

test('of a benchmark of the whole capture, which has no record', () => {
  const { record, ...whole } = row;
  assert.equal(fields(benchmarkTable([row]))['Record'], String(record));
  assert.equal('Record' in fields(benchmarkTable([whole])), false);
});

test('of a substitution and of a comparison: times in nanoseconds, the ratio as a number', () => {
  const [before, after] = [statistics(3_000_000), statistics(1_500_000)];
  const ratio = { ratio: 2, interval: [1.9, 2.1], verdict: 'faster' } as const;
  const timed = {
    ...{ name: 'x', label: 'execute', record: 20, statistics: after },
    samples: new Float64Array(),
    isChanged: false,
    disturbed: false,
  };
  const times = {
    ...{ original: new Float64Array(), candidate: new Float64Array(), originalStatistics: before, candidateStatistics: after },
  };
  assert.deepEqual(fields(pairsTable(context, [{ kind: 'scope', label: 'execute', record: 20, count: 1, ...times, ...ratio }], 'k.so')), {
    ...{ 'Scope or function': 'execute', Record: '20', Count: '1', 'Original, ns': '3000000', 'Candidate, ns': '1500000' },
    ...{ 'Ratio original / candidate': '2', 'Verdict, 95 % CI': '2.00x faster [1.90, 2.10]' },
  });
  assert.deepEqual(fields(comparisonTable(context, [{ said: ratio, timed, before: { ...timed, statistics: before } }])), {
    ...{ 'Scope or function': 'execute', Record: '20', 'A, ns': '3000000', 'B, ns': '1500000', 'B − A, ns': '-1500000' },
    ...{ 'Ratio A / B': '2', 'Verdict, 95 % CI': '2.00x faster [1.90, 2.10]' },
  });
});

test('of compared buffers: shares in percent, and distances of 64 bits to the last digit', () => {
  const range: ComparedRange = {
    ...{ record: 7, buffer: '8', offset: '0', length: '16', type: 'f64', elements: '4', bitEqual: '1', outOfTolerance: '3' },
    ...{ maxAbsolute: 1.5, maxRelative: 0.5, maxUlp: '9223372036854775807', nanExpected: '0', nanActual: '0', ulpHistogram: [] },
    ...{ first: { index: '1', byteOffset: '8', expected: '1', actual: '2.5' }, agrees: false },
  };
  const found = fields(comparedTable(context, 'ranges', [range]));
  assert.deepEqual(
    [found['After record'], found['Bit-equal, %'], found['Out of tolerance'], found['Max ULP'], found['In, out']],
    ['7', '25', '3', '9223372036854775807', undefined],
  );
});

test('in Markdown a unit stands over numbers that are in it', () => {
  const [, , header = '', , line = ''] = markdown('x', benchmarkTable([row])).split('\n');
  const at = header.split('|').findIndex((name) => name.includes('Median, ms'));
  assert.equal(line.split('|')[at]?.trim(), '2.500');
  assert.doesNotMatch(header, /distribution/);
});
