/** Functions with their times, each opening into the records, the launches or the executables that it is made of. */
import { html, type TemplateResult } from 'lit-html';
import type { FunctionRow, RangeStatistics, TimeRow } from '../../../protocol/profile/profile';
import { functionName } from '../../widgets/functionName';
import { heated } from '../../widgets/gridTable';
import type { GridCell, GridColumn, GridRow, GridTable } from '../../widgets/gridRows';
import { histogramPlot } from '../../widgets/histogramPlot';
import { grouped } from '../../widgets/numbers';
import { withoutShared, type ShortNames } from '../../widgets/shortNames';
import { timeColumn } from '../../widgets/tables';
import { inUnit, timeText, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import { percent } from '../../../protocol/words/percent';
import type { GroupBy } from '../viewState';

export interface DispatchTableOptions {
  readonly groupBy: GroupBy;
  readonly names: ShortNames;
  /** CSS colour by place among the names. */
  readonly colourOf: (nameIndex: number) => string;
  /** A link to a record of the capture. */
  readonly recordLink: (record: number, via: number | undefined) => TemplateResult;
  /** Of a part of the profile: what the shares are of. */
  readonly ofRange: boolean;
  /** Duration of the selected slice, for the histogram of its function. */
  readonly selected?: { readonly nameIndex: number; readonly ns: number } | undefined;
}

const HISTOGRAM = { width: 126, height: 15 } as const;

interface Units {
  readonly total: TimeUnit;
  readonly single: TimeUnit;
  readonly mad: TimeUnit;
  readonly mostShare: number;
  /** What shares are of. */
  readonly shareOf: string;
  readonly mostTail: number;
  readonly mostIdle: number;
}

export const functionKey = (nameIndex: number): string => `f${String(nameIndex)}`;
export const recordKey = (nameIndex: number, record: number | undefined): string => `${functionKey(nameIndex)} r${String(record)}`;

/** The slice that is shown when the row with this key is chosen. */
export function rowOf(statistics: RangeStatistics, groupBy: GroupBy, key: string): TimeRow | undefined {
  for (const row of statistics.functions) {
    if (functionKey(row.nameIndex) === key) return row;
    const at = childrenOf(row, groupBy).findIndex((child, i) => childKey(row, child, i) === key);
    if (at !== -1) return childrenOf(row, groupBy)[at];
  }
  return undefined;
}

/** Where no record of a capture is known, executables may tell dispatches apart. */
function childrenOf({ records, launches, executables }: FunctionRow, groupBy: GroupBy): readonly TimeRow[] {
  if (groupBy === 'launches') return launches;
  return groupBy === 'executables' || records.length === 0 ? executables : records;
}
const childKey = (row: FunctionRow, child: TimeRow, i: number): string =>
  child.record === undefined || child.launch !== undefined
    ? `${functionKey(row.nameIndex)} ${String(i)}`
    : recordKey(row.nameIndex, child.record);

export function dispatchTable(statistics: RangeStatistics, options: DispatchTableOptions): GridTable {
  const { functions, idle, from, to, shareOf } = statistics;
  const most = (of: (row: FunctionRow) => number): number => functions.reduce((high, row) => Math.max(high, of(row)), 0);
  const units: Units = {
    total: unitFor(most(({ totalNs }) => totalNs)),
    single: unitFor(most(({ mostNs }) => mostNs)),
    mad: unitFor(most(({ madNs }) => madNs)),
    mostShare: most(({ share }) => share),
    shareOf: shareOf === 'dispatches' ? 'Share of dispatches' : options.ofRange ? 'Share of range' : 'Share of run',
    mostTail: most(({ mostNs, medianNs }) => mostNs - medianNs),
    mostIdle: most(({ idleNs = 0 }) => idleNs),
  };
  const workers = functions.some(({ workersBusy }) => workersBusy !== undefined);
  const span = Number(BigInt(to) - BigInt(from));
  const whole = shareOf === 'dispatches' ? span - Number(idle) : span;
  const total = functions.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const count = functions.reduce((sum, row) => sum + row.count, 0);
  return {
    name: 'dispatches',
    label: options.ofRange ? 'Dispatches of the selected range' : 'Dispatches',
    empty: options.ofRange ? 'No dispatch was executed in the selected range.' : 'No dispatch was recorded.',
    columns: columns(units, workers),
    rows: functions.map((row) => rowWithChildren(row, units, workers, options)),
    foot:
      functions.length === 0
        ? html``
        : html`<div class="tr sums">
            <span class="op">${functions.length === 1 ? '1 function' : `${grouped(functions.length)} functions`}</span>
            <span class="r">${grouped(count)}</span><span class="r">${inUnit(total, units.total)}</span>
            <span class="r">${percent(whole === 0 ? 0 : total / whole)}</span>
            <span class="rest">no dispatch running: ${timeText(Number(idle))}, ${percent(span === 0 ? 0 : Number(idle) / span)}</span>
          </div>`,
  };
}

function columns(units: Units, workers: boolean): readonly GridColumn[] {
  const time = (name: string, title: string, unit: TimeUnit): GridColumn => ({
    ...timeColumn(title, unit),
    ...{ name, width: '50px', numeric: true, fits: 'numbers' },
  });
  return [
    { name: 'fn', title: 'Function', width: '190px', fits: 'names' },
    { name: 'count', title: 'Count', width: '40px', numeric: true, fits: 'numbers' },
    time('total', 'Total', units.total),
    { name: 'share', title: units.shareOf, exported: 'Share', width: '108px', numeric: true, fits: 'numbers' },
    time('median', 'Median', units.single),
    time('mad', 'MAD', units.mad),
    time('p95', 'p95', units.single),
    time('max', 'Max', units.single),
    { name: 'distribution', title: 'Distribution', width: 'minmax(48px, 1fr)', unsorted: true },
    ...(workers ? [{ name: 'busy', title: 'Workers busy', width: '60px', numeric: true, fits: 'numbers' as const }] : []),
  ];
}

function rowWithChildren(row: FunctionRow, units: Units, workers: boolean, options: DispatchTableOptions): GridRow {
  const { nameIndex, name } = row;
  const swatch = html`<i class="sw" style="--c:${options.colourOf(nameIndex)}"></i>`;
  const several = row.executables.length;
  const title: GridCell = {
    text: name,
    drawn: `${withoutShared(options.names, name)}${several === 0 ? '' : ` in ${String(several)} executables`}`,
    draw: () =>
      html`${swatch}${functionName(options.names, name)}${several === 0 ? '' : html`<span class="dim beside">in ${several} executables</span>`}`,
  };
  return {
    key: functionKey(nameIndex),
    cells: cells(title, row, row, units, workers, options),
    children: childrenOf(row, options.groupBy).map((child, i) => ({
      key: childKey(row, child, i),
      cells: cells(childTitle(child, options), child, row, units, workers, options),
    })),
  };
}

function childTitle({ launch, record, via, name }: TimeRow, { recordLink }: DispatchTableOptions): GridCell {
  if (launch !== undefined) return { text: launch };
  if (record === undefined) return { text: name };
  const text = `record #${String(record)}${via === undefined ? '' : `, executed by #${String(via)}`}`;
  return {
    text,
    draw: () => html`record ${recordLink(record, via)}${via === undefined ? '' : html` <span class="dim">executed by #${via}</span>`}`,
  };
}

function cells(
  title: GridCell,
  row: TimeRow,
  parent: TimeRow,
  units: Units,
  workers: boolean,
  { colourOf, selected }: DispatchTableOptions,
): readonly GridCell[] {
  const { count, totalNs, share, medianNs, madNs, p95Ns, mostNs, workersBusy, idleNs = 0 } = row;
  const time = (ns: number, unit: TimeUnit): GridCell => ({ text: inUnit(ns, unit), value: ns });
  const colour = colourOf(parent.nameIndex);
  const own = row === parent;
  const heat = (cell: GridCell, part: number): GridCell => (own ? heated(cell, part) : cell);
  const bar = units.mostShare === 0 ? 0 : share / units.mostShare;
  return [
    title,
    { text: grouped(count), value: count },
    heat(time(totalNs, units.total), bar),
    {
      text: percent(share),
      value: share,
      draw: () =>
        html`${percent(share)}<span class="bar" aria-hidden="true"
            ><i style="width:${(100 * Math.min(1, bar)).toFixed(1)}%;background:${colour}"></i
          ></span>`,
    },
    time(medianNs, units.single),
    time(madNs, units.mad),
    time(p95Ns, units.single),
    heat(time(mostNs, units.single), units.mostTail === 0 ? 0 : (mostNs - medianNs) / units.mostTail),
    {
      text: '',
      draw: () =>
        histogramPlot({
          ...HISTOGRAM,
          ...{ bins: row.histogram.bins, least: row.histogram.least, most: row.histogram.most, colour },
          mark: own && selected?.nameIndex === row.nameIndex ? selected.ns : undefined,
        }),
    },
    ...(workers
      ? [
          workersBusy === undefined
            ? { text: '' }
            : heat({ text: percent(workersBusy), value: workersBusy }, units.mostIdle === 0 ? 0 : idleNs / units.mostIdle),
        ]
      : []),
  ];
}
