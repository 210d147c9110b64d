/** The rows of a benchmark as a table. */
import { html, nothing } from 'lit-html';
import type { BenchmarkRow } from '../../protocol/benchmark';
import type { HistoryPoint } from '../../protocol/results';
import { bytes, grouped } from '../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import { changeOf, type Change } from './comparison';
import type { ResultsContext } from './context';
import { recordCell } from './recordLink';
import type { DrawnCell, DrawnTable } from './sortableTable';
import { timeColumn } from './tables';
import { violin, violinScale, type ViolinScale } from './violin';

/** Earlier medians of the same thing. */
export const pointsOf = ({ shown }: ResultsContext, { name }: BenchmarkRow): readonly HistoryPoint[] =>
  shown.history.filter((point) => point.name === name);

export const percent = (part: number, digits = 1): string => `${(100 * part).toFixed(digits).replace('-', '−')} %`;

export function benchmarkTable(context: ResultsContext, rows: readonly BenchmarkRow[]): DrawnTable {
  const unit = unitFor(Math.max(...rows.map(({ statistics }) => statistics.median), 1));
  const scale = violinScale(rows);
  const hasCpu = rows.some(({ cpuNs }) => cpuNs !== undefined);
  const hasRate = rows.some(({ bytes: size }) => size !== undefined);
  const hasHistory = context.shown.history.length > 0;
  return {
    name: 'rows',
    columns: [
      { title: 'Scope or function' },
      { title: 'Record' },
      { title: 'Samples' },
      timeColumn('Median', unit),
      { title: 'CI, %', exported: 'CI, ± %' },
      { title: 'MAD, %' },
      timeColumn('p95', unit),
      timeColumn('Min', unit),
      ...(hasCpu ? [timeColumn('CPU', unit)] : []),
      ...(hasRate ? [{ title: 'Throughput', exported: 'Throughput, bytes/s' }] : []),
      { title: `${percent(scale.low)} distribution +${percent(scale.high)}` },
      ...(hasHistory ? [{ title: 'Previous run', exported: 'Time against the previous run, %' }] : []),
    ],
    names: rows.map(({ name }) => name),
    rows: rows.map((row) => cells(context, row, unit, { hasCpu, hasRate, hasHistory, scale })),
  };
}

function cells(
  context: ResultsContext,
  row: BenchmarkRow,
  unit: TimeUnit,
  has: { readonly hasCpu: boolean; readonly hasRate: boolean; readonly hasHistory: boolean; readonly scale: ViolinScale },
): readonly DrawnCell[] {
  const { statistics, kind, label, name, record, via, cpuNs } = row;
  const { median, interval, mad, p95, minimum, count } = statistics;
  const time = (ns: number): DrawnCell => ({ text: inUnit(ns, unit), value: ns });
  const part = (value: number): DrawnCell => ({ text: value.toFixed(2), value });
  const half = median === 0 ? 0 : (50 * (interval[1] - interval[0])) / median;
  const rate = row.bytes === undefined || median === 0 ? undefined : (Number(row.bytes) * 1e9) / median;
  const change = changeOf(row, pointsOf(context, row));
  return [
    {
      text: `${label === '' ? name : label}${row.repetition > 0 ? ` repetition ${String(row.repetition + 1)}` : ''}`,
      drawn: html`${kind === 'scope' || kind === 'occurrence' ? html`<span class="dim">scope </span>` : nothing}<b>${label === '' ? name : label}</b>${row.repetition > 0 ? html`<span class="dim"> repetition ${row.repetition + 1}</span>` : nothing}`,
      className: kind === 'occurrence' ? 'inner' : '',
    },
    recordCell(context, record, via),
    { text: grouped(count), value: count },
    { ...time(median), drawn: html`<b>${inUnit(median, unit)}</b>` },
    { text: `±${half.toFixed(2)}`, value: half },
    part(median === 0 ? 0 : (100 * mad) / median),
    time(p95),
    time(minimum),
    ...(has.hasCpu ? [cpuNs === undefined ? { text: '' } : time(cpuNs)] : []),
    ...(has.hasRate ? [rate === undefined ? { text: '' } : { text: `${bytes(Math.round(rate))}/s`, value: rate }] : []),
    { text: '', drawn: violin(row, has.scale) },
    ...(has.hasHistory ? [changeCell(change)] : []),
  ];
}

function changeCell(change: Change | undefined): DrawnCell {
  if (change === undefined) return { text: '' };
  const { saved, noise, verdict } = change;
  const known = noise !== undefined || verdict === 'noise';
  const text = `${saved > 0 ? '−' : '+'}${percent(Math.abs(saved))}${known ? ` ${verdict}` : ''}`;
  return { text, value: -100 * saved, className: !known ? 'dim' : verdict === 'faster' ? 'good' : verdict === 'slower' ? 'badt' : 'dim' };
}
