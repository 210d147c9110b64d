/** Rows of a question as a table. */
import type { QuestionRows, TableQuestion } from '../../../protocol/profile/profile';
import { bytes, grouped } from '../../widgets/numbers';
import type { GridCell, GridColumn, GridTable } from '../../widgets/gridRows';
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import { QUESTION_KINDS, QUESTION_TITLES, type FieldColumn, type RowKind } from './questionKinds';

type Row = QuestionRows['rows'][number];

/** IREE's numbers for "none" and "all". */
const NONE = new Set<unknown>([4294967295, '4294967295', '18446744073709551615']);

/** The kinds that have rows. */
export function kindsThere(question: TableQuestion, { rows }: QuestionRows): readonly { readonly kind: RowKind; readonly count: number }[] {
  const counts = new Map<unknown, number>();
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
  const of = ({ types }: RowKind): number => types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0);
  return QUESTION_KINDS[question].map((kind) => ({ kind, count: of(kind) })).filter(({ count }) => count > 0);
}

/** The rows of one kind, in the order of its table. */
export function rowsOfKind({ rows }: QuestionRows, kind: RowKind): readonly Row[] {
  return rows.filter(({ type }) => typeof type === 'string' && kind.types.includes(type));
}

/** The table of one kind. Columns without a value in any row are left out. */
export function questionTable(question: TableQuestion, answer: QuestionRows, kind: RowKind): GridTable {
  const { rows, more } = answer;
  const own = rowsOfKind(answer, kind);
  const columns = kind.columns.filter((column, i) => i === 0 || own.some((row) => valueOf(row, column) !== undefined));
  const units = columns.map((column) => (column.kind === 'ns' ? unitOf(own, column) : undefined));
  const left = more === 0 ? '' : `, the first ${grouped(rows.length)} rows of the answer`;
  return {
    name: `${question} ${kind.types[0] ?? ''}`,
    label: `${QUESTION_TITLES[question].title}: ${kind.label}${left}`,
    empty: QUESTION_TITLES[question].empty,
    columns: columns.map((column, i) => drawnColumn(column, units[i])),
    rows: own.map((row, i) => ({
      key: `${question} ${kind.types[0] ?? ''} ${String(i)}`,
      cells: columns.map((column, at) => cellOf(valueOf(row, column), column, units[at])),
    })),
  };
}

function drawnColumn({ title, kind, width, fields }: FieldColumn, unit: TimeUnit | undefined): GridColumn {
  const name = (fields[0] ?? title).replaceAll('_', '');
  const numeric = kind !== 'text' && kind !== 'list' && kind !== 'yes';
  if (unit !== undefined) return { name, width, numeric, title: `${title}, ${unit.name}`, exported: `${title}, ns` };
  return { name, width, numeric, title, ...(kind === 'bytes' ? { exported: `${title}, bytes` } : {}) };
}

/** Undefined where the row has none: absent, empty, or IREE's number for none. */
function valueOf(row: Row, { fields, kind }: FieldColumn): unknown {
  for (const field of fields) {
    const value = row[field];
    if (value === undefined || value === null || value === '') continue;
    if (kind !== 'text' && NONE.has(value)) continue;
    // Ids begin at 1, and ordinals at 0: an id of 0 is none.
    if (kind === 'id' && field.endsWith('_id') && Number(value) === 0) continue;
    if (kind === 'list' && Array.isArray(value) && value.every((one) => one === 0)) continue;
    return value;
  }
  return undefined;
}

function unitOf(rows: readonly Row[], column: FieldColumn): TimeUnit {
  return unitFor(rows.reduce((most, row) => Math.max(most, Number(valueOf(row, column) ?? 0)), 0));
}

/** JSON's plain values as they are read. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cellOf(value: unknown, { kind }: FieldColumn, unit: TimeUnit | undefined): GridCell {
  if (value === undefined) return { text: '' };
  switch (kind) {
    case 'text':
      return { text: textOf(value) };
    case 'list':
      return { text: Array.isArray(value) ? value.join(' × ') : textOf(value) };
    case 'yes':
      return { text: value === true ? 'yes' : 'no' };
    case 'ns':
      return { text: inUnit(Number(value), unit ?? unitFor(Number(value))), value: Number(value) };
    case 'bytes':
      return { text: bytes(Number(value)), value: Number(value), ...exact(value) };
    case 'id':
      return { text: textOf(value), value: Number(value), ...exact(value) };
    case 'count':
      return { text: grouped(textOf(value)), value: Number(value), ...exact(value) };
    case 'number':
      return { text: grouped(String(Number(Number(value).toPrecision(7)))), value: Number(value), ...exact(value) };
  }
}

/** Digits that a double does not hold come as text. */
function exact(value: unknown): Pick<GridCell, 'exact'> {
  return typeof value === 'string' ? { exact: value } : {};
}
