/** The rows of a benchmark as a table. */
import { html, nothing } from 'lit-html';
import type { BenchmarkEnvironment, BenchmarkRow } from '../../protocol/benchmark';
import type { HistoryPoint } from '../../protocol/results';
import { bytes, grouped } from '../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import { changeOf } from './comparison';
import type { ResultsContext } from './context';
import { recordCell } from './recordLink';
import { ratioCell } from '../widgets/ratioMark';
import type { DrawnTable } from './sortableTable';
import { timeColumn, type Column, type DrawnCell } from '../widgets/tables';
import { violin, violinScale, type ViolinScale } from './violin';

/** Earlier medians of the same thing. */
export const pointsOf = ({ shown }: ResultsContext, { name }: BenchmarkRow): readonly HistoryPoint[] =>
  shown.history.filter((point) => point.name === name);

export const percent = (part: number, digits = 1): string => `${(100 * part).toFixed(digits).replace('-', '−')} %`;

export function benchmarkTable(
  context: ResultsContext,
  rows: readonly BenchmarkRow[],
  environment: BenchmarkEnvironment | undefined,
): DrawnTable {
  const unit = unitFor(Math.max(...rows.map(({ statistics }) => statistics.median), 1));
  const scale = violinScale(rows);
  const hasCpu = rows.some(({ cpuNs }) => cpuNs !== undefined);
  const hasBytes = rows.some(({ bytes: size }) => size !== undefined);
  const hasHistory = context.shown.history.length > 0;
  const columns: readonly Column[] = [
    { title: 'Scope or function' },
    { title: 'Record' },
    { title: 'Samples' },
    timeColumn('Median', unit),
    { title: 'CI, %', exported: 'CI, ± %' },
    { title: 'MAD, %' },
    timeColumn('p95', unit),
    timeColumn('Min', unit),
    ...(hasCpu ? [timeColumn('CPU', unit)] : []),
    ...(hasBytes ? [{ title: 'Bound', exported: 'Bound, bytes' }] : []),
    { title: `${percent(scale.low)} distribution +${percent(scale.high)}` },
    ...(hasHistory ? [{ title: 'Against the previous run' }] : []),
  ];
  return {
    name: 'rows',
    columns,
    left: hasHistory ? [columns.length - 1] : [],
    names: rows.map(({ name }) => name),
    rows: rows.map((row) => cells(context, row, environment, unit, { hasCpu, hasBytes, hasHistory, scale })),
  };
}

function cells(
  context: ResultsContext,
  row: BenchmarkRow,
  environment: BenchmarkEnvironment | undefined,
  unit: TimeUnit,
  has: { readonly hasCpu: boolean; readonly hasBytes: boolean; readonly hasHistory: boolean; readonly scale: ViolinScale },
): readonly DrawnCell[] {
  const { statistics, kind, label, name, record, via, cpuNs } = row;
  const { median, interval, mad, p95, minimum, count } = statistics;
  const time = (ns: number): DrawnCell => ({ text: inUnit(ns, unit), value: ns });
  const part = (value: number): DrawnCell => ({ text: value.toFixed(2), value });
  const half = median === 0 ? 0 : (50 * (interval[1] - interval[0])) / median;
  const change = changeOf(row, environment, pointsOf(context, row));
  const said = row.belowResolution === true ? 'not measurable' : undefined;
  return [
    {
      text: `${label === '' ? name : label}${row.repetition > 0 ? ` repetition ${String(row.repetition + 1)}` : ''}`,
      drawn: html`${kind === 'scope' || kind === 'occurrence' ? html`<span class="dim">scope </span>` : nothing}<b>${label === '' ? name : label}</b>${row.repetition > 0 ? html`<span class="dim"> repetition ${row.repetition + 1}</span>` : nothing}`,
      className: kind === 'occurrence' ? 'inner' : '',
    },
    recordCell(context, record, via),
    { text: grouped(count), value: count },
    said === undefined ? { ...time(median), drawn: html`<b>${inUnit(median, unit)}</b>` } : { text: said, className: 'dim' },
    ...(said === undefined
      ? [{ text: `±${half.toFixed(2)}`, value: half }, part((100 * mad) / median), time(p95), time(minimum)]
      : [{ text: '' }, { text: '' }, { text: '' }, { text: '' }]),
    ...(has.hasCpu ? [cpuNs === undefined ? { text: '' } : time(cpuNs)] : []),
    ...(has.hasBytes
      ? [row.bytes === undefined ? { text: '' } : { text: bytes(row.bytes), value: Number(row.bytes), exact: row.bytes }]
      : []),
    said === undefined ? { text: '', drawn: violin(row, has.scale) } : { text: '' },
    ...(has.hasHistory ? [change === undefined ? { text: '' } : ratioCell(change)] : []),
  ];
}
