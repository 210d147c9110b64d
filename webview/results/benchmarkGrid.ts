/** The rows of a benchmark as a table: what is drawn in it, and what of it is exported. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { missingSentence } from '../../protocol/words/differenceWords';
import { functionName } from '../widgets/functionName';
import { exportedTable, type GridCell, type GridColumn, type GridRow, type GridTable, type GridView } from '../widgets/gridRows';
import { bytes, grouped } from '../widgets/numbers';
import { ratioCell, verdictMark } from '../widgets/ratioMark';
import { withoutShared, type ShortNames } from '../widgets/shortNames';
import { timeColumn, type Table } from '../widgets/tables';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import type { TableRow, Throughput } from './benchmarkRows';
import { violin, violinScale, type ViolinScale } from './violin';

export const percent = (part: number, digits = 1): string => `${(100 * part).toFixed(digits).replace('-', '−')} %`;

export interface BenchmarkGridOptions {
  /** That execute it. */
  readonly threads: number;
  readonly names: ShortNames;
  /** A link to a record of the capture. */
  readonly recordLink: (record: number, via: number | undefined) => TemplateResult;
}

/** Which columns there are, and on what scales. */
interface Scales {
  readonly unit: TimeUnit;
  readonly violins: ViolinScale;
  readonly parts: boolean;
  /** There is more than one, so that their time is another. */
  readonly threads: boolean;
  readonly cpu: boolean;
  readonly past: boolean;
}

export function benchmarkGrid(rows: readonly TableRow[], options: BenchmarkGridOptions): GridTable {
  // Records lie about as far from each other as the function that they are of.
  const wide = rows.flatMap((row) => [row, ...row.parts]);
  const scales: Scales = {
    unit: unitFor(Math.max(1, ...rows.map(({ medianNs = 0 }) => medianNs))),
    violins: violinScale(wide.flatMap(({ times }) => (times === undefined ? [] : [times]))),
    parts: rows.some(({ parts }) => parts.length > 0),
    threads: options.threads > 1,
    cpu: rows.some(({ cpuNs }) => cpuNs !== undefined),
    past: wide.some(({ points }) => points.length > 0),
  };
  return {
    name: 'rows',
    label: 'Times of scopes and functions',
    empty: 'Nothing was measured.',
    columns: columnsOf(scales),
    rows: rows.map((row) => gridRow(row, scales, options)),
  };
}

function columnsOf({ unit, violins, parts, threads, cpu, past }: Scales): readonly GridColumn[] {
  const number = (name: string, title: string, width = '44px'): GridColumn => ({ name, title, width, numeric: true, fits: 'numbers' });
  const time = (name: string, title: string): GridColumn => ({ ...number(name, title), ...timeColumn(title, unit) });
  return [
    { name: 'name', title: 'Scope or function', width: '200px', fits: 'names' },
    number('samples', 'Samples'),
    time('median', 'Median'),
    ...(parts ? [number('share', 'Share', '66px')] : []),
    { ...number('ci', 'CI, %'), exported: 'CI, ± %' },
    number('mad', 'MAD, %'),
    time('p95', 'p95'),
    time('min', 'Min'),
    ...(cpu ? [time('cpu', 'CPU time')] : []),
    ...(parts && threads ? [time('threads', 'Threads')] : []),
    number('throughput', 'Throughput'),
    {
      ...{ name: 'distribution', width: 'minmax(110px, 1fr)', unsorted: true },
      title: `${percent(violins.low, 0)} distribution +${percent(violins.high, 0)}`,
    },
    ...(past ? [{ name: 'past', title: 'Previous run', width: '204px' }] : []),
  ];
}

function gridRow(row: TableRow, scales: Scales, options: BenchmarkGridOptions): GridRow {
  return { key: row.key, cells: cells(row, scales, options), children: row.parts.map((part) => gridRow(part, scales, options)) };
}

const NONE: GridCell = { text: '' };

function cells(row: TableRow, { unit, violins, parts, threads, cpu, past }: Scales, options: BenchmarkGridOptions): readonly GridCell[] {
  const { times, medianNs, interval, share, cpuNs, busyNs, throughput, change, untimed, of } = row;
  const statistics = times?.statistics;
  const time = (ns: number | undefined): GridCell => (ns === undefined ? NONE : { text: inUnit(ns, unit), value: ns });
  const part = (value: number | undefined): GridCell => (value === undefined ? NONE : { text: value.toFixed(2), value });
  const half =
    medianNs === undefined || medianNs === 0 || interval === undefined ? undefined : (50 * (interval[1] - interval[0])) / medianNs;
  const samples =
    statistics?.count ?? (row.kind === 'rest' ? undefined : row.executions === undefined ? of.statistics.count : of.breakdown?.samples);
  return [
    { text: nameText(row), drawn: drawnName(row, options.names), draw: () => nameCell(row, options) },
    samples === undefined ? NONE : { text: grouped(samples), value: samples },
    medianNs === undefined
      ? { text: 'too short', draw: () => html`<span class="dim" title=${untimed ?? ''}>too short</span>` }
      : { ...time(medianNs), draw: () => html`<b>${inUnit(medianNs, unit)}</b>` },
    ...(parts ? [share === undefined ? NONE : shareCell(share)] : []),
    half === undefined ? NONE : { text: `±${half.toFixed(2)}`, value: half },
    part(statistics === undefined || statistics.median === 0 ? undefined : (100 * statistics.mad) / statistics.median),
    time(statistics?.p95),
    time(statistics?.minimum),
    ...(cpu ? [time(cpuNs)] : []),
    ...(parts && threads ? [time(busyNs)] : []),
    throughput === undefined ? NONE : throughputCell(throughput),
    times === undefined ? NONE : { text: '', draw: once(() => violin(times, violins, row.colour)) },
    ...(past ? [change === undefined ? NONE : pastCell(change)] : []),
  ];
}

/** Drawn when it comes into view, and then kept. */
function once(make: () => TemplateResult): () => TemplateResult {
  let made: TemplateResult | undefined;
  return () => (made ??= make());
}

/** The verdict; its interval, and what is missing, where one looks closer. */
function pastCell(change: NonNullable<TableRow['change']>): GridCell {
  const { text, value, exact } = ratioCell(change);
  const missing = missingSentence(change);
  const title = missing === undefined ? text : `${text}. ${missing}`;
  return {
    text,
    ...(value === undefined ? {} : { value }),
    ...(exact === undefined ? {} : { exact }),
    draw: () => verdictMark(change, title),
  };
}

const repetitionOf = ({ of: { repetition } }: TableRow): string => (repetition > 0 ? ` repetition ${String(repetition + 1)}` : '');
const nameText = (row: TableRow): string =>
  `${row.label}${row.parts.length > 0 || row.of.breakdown === undefined ? repetitionOf(row) : ''}`;

/** What a cell of a name reads, for its width. */
function drawnName(row: TableRow, names: ShortNames): string {
  const { kind, label, record, executions = 1 } = row;
  const before = kind === 'scope' || kind === 'occurrence' ? 'scope ' : '';
  const behind = executions > 1 ? ` × ${grouped(executions)}` : record === undefined ? '' : ` #${String(record)}`;
  return `${before}${withoutShared(names, label)}${repetitionOf(row)}${behind}`;
}

function nameCell(row: TableRow, { names, recordLink }: BenchmarkGridOptions): TemplateResult {
  const { kind, label, record, via, executions = 1, colour, note = '' } = row;
  const link = record === undefined ? nothing : recordLink(record, via);
  switch (kind) {
    case 'capture':
    case 'scope':
    case 'occurrence':
      return html`${kind === 'capture' ? nothing : html`<span class="dim">scope&nbsp;</span>`}<b class="name">${label}</b
        ><span class="dim">${repetitionOf(row)}</span>&nbsp;${link}`;
    case 'dispatch':
      return html`<b class="name">${functionName(names, label)}</b><span class="dim">${repetitionOf(row)}</span>&nbsp;${link}`;
    case 'function':
      return html`<i class="sw" style="--c:${colour}"></i
        ><span class="name" title=${note}>${functionName(names, label)}</span>${times(executions)}`;
    case 'record':
      return html`${link}${via === undefined ? nothing : html`<span class="dim">&nbsp;by #${via}</span>`}${times(executions)}`;
    case 'operation':
    case 'launch':
      return html`<span class="name">${label}</span>${times(executions)}`;
    case 'rest':
      return html`<span class="name dim">${label}</span>`;
  }
}

/** How often it is executed in a run. */
function times(executions: number): TemplateResult | typeof nothing {
  return executions === 1 ? nothing : html`<span class="dim" title="Executions in a run">&nbsp;×&nbsp;${grouped(executions)}</span>`;
}

function shareCell(share: number): GridCell {
  return {
    ...{ text: percent(share), value: share },
    draw: () => html`<span class="part" style="--part:${Math.min(1, share).toFixed(3)}">${percent(share)}</span>`,
  };
}

function throughputCell({ perSecond, of }: Throughput): GridCell {
  const text = of === 'runs' ? `${rateText(perSecond)} runs/s` : `${bytes(Math.round(perSecond))}/s`;
  const title = of === 'runs' ? 'Runs in a second, by their mean' : 'What is moved in a second';
  return { text, value: perSecond, exact: text, draw: () => html`<span title=${title}>${text}</span>` };
}

/** With three digits or more. */
const rateText = (rate: number): string => (rate >= 100 ? grouped(Math.round(rate)) : String(Number(rate.toPrecision(3))));

/** The rows that are shown, each with its record, which is in the name where it is drawn. */
export function exportedRows(table: GridTable, rows: readonly TableRow[], view: GridView): Table {
  const records = new Map<string, number | undefined>();
  const visit = (list: readonly TableRow[]): void => {
    for (const row of list) {
      records.set(row.key, row.record);
      visit(row.parts);
    }
  };
  visit(rows);
  const withRecord = ({ key, cells: all, children = [] }: GridRow): GridRow => {
    const [name = NONE, ...rest] = all;
    const record = records.get(key);
    return {
      key,
      cells: [name, record === undefined ? NONE : { text: `#${String(record)}`, value: record }, ...rest],
      children: children.map(withRecord),
    };
  };
  const [first, ...others] = table.columns;
  const record: GridColumn = { name: 'record', title: 'Record', width: '' };
  return exportedTable(
    { ...table, columns: [...(first === undefined ? [] : [first]), record, ...others], rows: table.rows.map(withRecord) },
    view,
  );
}
