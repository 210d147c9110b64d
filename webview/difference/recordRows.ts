/** Records of two captures side by side: those that differ, and how many lie between them that do not. */
import { html } from 'lit-html';
import type { ComparedRecord, DiffResult } from '../../protocol/capture/captureDifference';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { icon } from '../widgets/icon';
import { changeCell, type Change } from './change';

/** Fields that a row says; the rest are beside the table. */
const FIELDS_SAID = 3;

/** What a row is about: a record that differs, or the first of several that do in the same way. */
export type RecordsByKey = ReadonlyMap<string, ComparedRecord>;

export interface RecordRows {
  readonly table: GridTable;
  readonly records: RecordsByKey;
}

const COLUMNS: readonly GridColumn[] = [
  { name: 'operation', title: 'Operation', width: 'minmax(330px, 1.3fr)', unsorted: true },
  { name: 'a', title: 'A', width: '86px', numeric: true, unsorted: true },
  { name: 'b', title: 'B', width: '86px', numeric: true, unsorted: true },
  { name: 'diff', title: 'Diff', width: '96px', unsorted: true },
  { name: 'what', title: 'What differs', width: 'minmax(220px, 1.5fr)', unsorted: true },
];

export const changeOf = ({ a, b }: ComparedRecord): Change => (a === undefined ? 'added' : b === undefined ? 'removed' : 'changed');

const number = (record: number | undefined): GridCell =>
  record === undefined ? { text: '' } : { text: `#${String(record)}`, value: record };

function fieldsCell({ fields }: ComparedRecord): GridCell {
  const said = fields.slice(0, FIELDS_SAID).map(({ field, a, b }) => `${field}: ${a} → ${b}`);
  const more = fields.length - said.length;
  return { text: [...said, ...(more > 0 ? [`${String(more)} more`] : [])].join('; ') };
}

export const recordKey = ({ a, b }: ComparedRecord): string => `${String(a ?? '')}:${String(b ?? '')}`;

function operationCell(record: ComparedRecord, times: string): GridCell {
  const { operation, name } = record;
  return {
    text: `${times}${operation}${name === undefined ? '' : ` ${name}`}`,
    draw: () =>
      html`${times === '' ? '' : html`<span class="dim">${times}</span>`}${operation}${name === undefined ? '' : html` <b class="fn" title=${name}>${name}</b>`}`,
  };
}

const recordRow = (record: ComparedRecord): GridRow => ({
  key: recordKey(record),
  cells: [operationCell(record, ''), number(record.a), number(record.b), changeCell(changeOf(record)), fieldsCell(record)],
});

/** In the same way: all but where they are. */
const kindOf = (record: ComparedRecord): string => JSON.stringify([changeOf(record), record.operation, record.name, record.fields]);

function sameRow(count: number, a: number, b: number): GridRow {
  const range = (from: number): GridCell => ({
    text: count === 1 ? `#${String(from)}` : `#${String(from)}–${String(from + count - 1)}`,
    value: from,
  });
  return {
    key: `same ${String(a)}`,
    cells: [
      { text: `${String(count)} same`, draw: () => html`<span class="dim">${icon('ok')} ${count} same</span>` },
      range(a),
      range(b),
      { text: '' },
      { text: '' },
    ],
  };
}

/** Fewer records that only one capture has are rows of their own, whatever they do. */
const FEW = 5;
/** Operations that a row of many names. */
const OPERATIONS_SAID = 3;

type Run = readonly [ComparedRecord, ...ComparedRecord[]];

/** Both differ in the same way; or only one capture has them, and nothing lies between. */
function goesOn(last: ComparedRecord, record: ComparedRecord): boolean {
  const change = changeOf(record);
  if (change !== changeOf(last)) return false;
  if (change === 'changed') return kindOf(last) === kindOf(record);
  return change === 'added' ? record.b === (last.b ?? 0) + 1 : record.a === (last.a ?? 0) + 1;
}

/** Records that are one row, which opens into them. */
function runsOf(records: readonly ComparedRecord[]): readonly Run[] {
  const runs: [ComparedRecord, ...ComparedRecord[]][] = [];
  for (const record of records) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && goesOn(last, record)) run.push(record);
    else runs.push([record]);
  }
  const isAlike = ([first, ...others]: Run): boolean => others.every((record) => kindOf(record) === kindOf(first));
  return runs.flatMap((run): readonly Run[] => (run.length >= FEW || isAlike(run) ? [run] : run.map((record) => [record])));
}

function operationsCell(run: Run): GridCell {
  const names = [...new Set(run.map(({ operation }) => operation))];
  const [first] = run;
  const times = `${String(run.length)} × `;
  if (names.length === 1 && run.every(({ name }) => name === first.name)) return operationCell(first, times);
  const more = names.length > OPERATIONS_SAID ? ', …' : '';
  return { text: `${times}${names.slice(0, OPERATIONS_SAID).join(', ')}${more}` };
}

function runRow(run: Run): GridRow {
  const [first] = run;
  if (run.length === 1) return recordRow(first);
  const last = run.at(-1) ?? first;
  const range = (from: number | undefined, to: number | undefined): GridCell =>
    from === undefined ? { text: '' } : { text: `#${String(from)}–${String(to ?? from)}`, value: from };
  return {
    key: `run ${recordKey(first)}`,
    cells: [operationsCell(run), range(first.a, last.a), range(first.b, last.b), changeCell(changeOf(first)), fieldsCell(first)],
    children: run.map(recordRow),
  };
}

/** The table, and what each of its rows is about. */
export function recordRows({ records, a, b, changed, added, removed }: DiffResult): RecordRows {
  const rows: GridRow[] = [];
  const byKey = new Map<string, ComparedRecord>();
  const next = { a: 0, b: 0 };
  /** Goes past a record, and says how many that are the same lie before it. */
  const pass = (record: ComparedRecord): number => {
    const same = record.a === undefined ? (record.b ?? next.b) - next.b : record.a - next.a;
    next.a += same + (record.a === undefined ? 0 : 1);
    next.b += same + (record.b === undefined ? 0 : 1);
    return same;
  };
  for (const run of runsOf(records)) {
    const [first, ...others] = run;
    const before = { ...next };
    const same = pass(first);
    if (same > 0) rows.push(sameRow(same, before.a, before.b));
    const row = runRow(run);
    rows.push(row);
    byKey.set(row.key, first);
    for (const record of run) byKey.set(recordKey(record), record);
    for (const record of others) pass(record);
  }
  const all = changed + added + removed;
  const isAll = records.length === all;
  const left = Math.min(a.records - next.a, b.records - next.b);
  if (isAll && left > 0) rows.push(sameRow(left, next.a, next.b));
  const foot = html`<p class="empty">The first ${records.length} of ${all} records that differ are listed.</p>`;
  return {
    table: {
      name: 'records',
      label: 'Records that differ between A and B',
      columns: COLUMNS,
      rows,
      empty: 'There are no records.',
      ...(isAll ? {} : { foot }),
    },
    records: byKey,
  };
}
