/** The functions of both profiles, and where both are of one capture their records. */
import { html, type TemplateResult } from 'lit-html';
import type { ComparedFunction, ComparedProfiles, ProfileDiffRow } from '../../../protocol/profile/profileComparison';
import { functionColour } from '../../widgets/functionColour';
import { functionName } from '../../widgets/functionName';
import type { GridCell, GridColumn, GridRow, GridTable } from '../../widgets/gridRows';
import { ratioCell, ratioMark, scaleOf, type RatioScale } from '../../widgets/ratioMark';
import { withoutShared, type ShortNames } from '../../widgets/shortNames';
import { timeColumn, type Cell, type Table } from '../../widgets/tables';
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import { functionRanks } from '../functionRanks';
import { saidOf } from '../said';
import { changeCell, differenceCell } from './signed';

export const rowKey = ({ key, record }: ProfileDiffRow): string => JSON.stringify(record === undefined ? [key] : [key, record]);

/** What is told to be faster or slower, or is in one of them alone. */
export function isDifferent(row: ProfileDiffRow): boolean {
  const verdict = saidOf(row)?.verdict;
  return row.before === undefined || row.after === undefined || verdict === 'faster' || verdict === 'slower';
}

interface Drawing {
  readonly total: TimeUnit;
  readonly median: TimeUnit;
  readonly scale: RatioScale;
}

export function functionTable(compared: ComparedProfiles, names: ShortNames, onlyDifferences: boolean): GridTable {
  const { functions, beforeNs, afterNs } = compared;
  const medians = functions.flatMap(({ before, after }) => [before?.medianNs ?? 0, after?.medianNs ?? 0]);
  const drawing: Drawing = {
    total: unitFor(Math.max(beforeNs, afterNs)),
    median: unitFor(Math.max(1, ...medians)),
    scale: scaleOf(functions.map(saidOf).filter((said) => said !== undefined)),
  };
  const ranks = functionRanks(functions);
  return {
    name: 'functions',
    label: 'What each function took in A and in B',
    empty: onlyDifferences ? 'No function is told to be faster or slower.' : 'No execution was timed.',
    columns: columns(drawing),
    rows: functions
      .filter((row) => !onlyDifferences || isDifferent(row))
      .map((row) => functionRow(row, names, ranks.get(row.key) ?? 0, drawing)),
    foot: sums(beforeNs, afterNs, drawing.total),
  };
}

function columns({ total, median, scale }: Drawing): readonly GridColumn[] {
  const time = (name: string, title: string, unit: TimeUnit): GridColumn => ({
    ...timeColumn(title, unit),
    ...{ name, width: '56px', numeric: true, fits: 'numbers' },
  });
  return [
    { name: 'fn', title: 'Function', width: '200px', fits: 'names' },
    time('a', 'A total', total),
    time('b', 'B total', total),
    time('delta', 'B − A', total),
    { name: 'change', title: 'B − A', width: '56px', numeric: true, fits: 'numbers' },
    { name: 'verdict', title: 'Verdict, 95 % CI', width: '232px' },
    { name: 'ratio', title: `${scale.low.toFixed(2)} A/B ${scale.high.toFixed(2)}`, width: 'minmax(108px, 1fr)', unsorted: true },
    time('mediana', 'A median', median),
    time('medianb', 'B median', median),
  ];
}

function functionRow(row: ComparedFunction, names: ShortNames, rank: number, drawing: Drawing): GridRow {
  const title: GridCell = {
    ...{ text: row.key, drawn: withoutShared(names, row.key) },
    draw: () => html`<i class="sw" style="--c:${functionColour(rank)}"></i>${functionName(names, row.key)}`,
  };
  return {
    key: rowKey(row),
    cells: cells(row, title, drawing),
    children: row.records.map((record) => ({
      key: rowKey(record),
      cells: cells(record, { text: `#${String(record.record ?? 0)}`, value: record.record ?? 0 }, drawing),
    })),
  };
}

function cells(row: ProfileDiffRow, title: GridCell, { total, median, scale }: Drawing): readonly GridCell[] {
  const { before, after, differenceNs, difference } = row;
  const time = (ns: number | undefined, unit: TimeUnit): GridCell =>
    ns === undefined ? { text: '' } : { text: inUnit(ns, unit), value: ns };
  const said = saidOf(row);
  return [
    title,
    time(before?.totalNs, total),
    time(after?.totalNs, total),
    bold(differenceCell(differenceNs, total)),
    changeCell(before?.totalNs, differenceNs),
    verdictCell(row),
    said === undefined ? { text: '' } : { text: '', draw: () => ratioMark(said, scale).drawn ?? '' },
    time(before?.medianNs, median),
    time(after?.medianNs, median),
  ].map((cell, i) => (i === 5 && difference?.missing !== undefined ? { ...cell, text: `${cell.text}: ${difference.missing}` } : cell));
}

const bold = (cell: GridCell): GridCell => ({ ...cell, draw: () => html`<b>${cell.text}</b>` });

/** Words only where something is known; of what has no interval nothing is. */
function verdictCell(row: ProfileDiffRow): GridCell {
  const alone = row.before === undefined ? 'only in B' : row.after === undefined ? 'only in A' : undefined;
  if (alone !== undefined) return { text: alone, draw: () => html`<b>${alone}</b>` };
  const said = saidOf(row);
  if (said === undefined) return { text: 'not known yet', draw: () => html`<span class="dim">not known yet</span>` };
  const { text, value, drawn } = ratioCell(said);
  return { text, ...(value === undefined ? {} : { value }), draw: () => drawn ?? text };
}

function sums(beforeNs: number, afterNs: number, unit: TimeUnit): TemplateResult {
  const difference = afterNs - beforeNs;
  return html`<div class="tr sums">
    <span class="op">all executions</span><span class="r">${inUnit(beforeNs, unit)}</span><span class="r">${inUnit(afterNs, unit)}</span
    ><span class="r">${differenceCell(difference, unit).text}</span><span class="r">${changeCell(beforeNs, difference).text}</span>
  </div>`;
}

/** What is exported: all functions and their records, in nanoseconds. */
export function exportedDifferences({ functions }: ComparedProfiles): Table {
  const unit = unitFor(1);
  const value = (ns: number | undefined): Cell => (ns === undefined ? { text: '' } : { text: String(ns), value: ns });
  const exported = (row: ProfileDiffRow): readonly Cell[] => {
    const said = saidOf(row);
    return [
      { text: row.key },
      { text: row.record === undefined ? '' : String(row.record) },
      ...[row.before?.totalNs, row.after?.totalNs, row.differenceNs, row.before?.medianNs, row.after?.medianNs].map(value),
      { text: said === undefined ? '' : (ratioCell(said).exact ?? '') },
    ];
  };
  return {
    name: 'differences',
    columns: [
      { title: 'Function' },
      { title: 'Record' },
      ...['A total', 'B total', 'B − A', 'A median', 'B median'].map((name) => timeColumn(name, unit)),
      { title: 'Verdict, 95 % CI' },
    ],
    rows: functions.flatMap((row) => [exported(row), ...row.records.map(exported)]),
  };
}
