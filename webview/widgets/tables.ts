/** A table as data: what is drawn, sorted and exported. */
import type { TemplateResult } from 'lit-html';
import type { TimeUnit } from './timeUnit';

export interface Cell {
  readonly text: string;
  /** Sorted by, and in CSV; the text without. */
  readonly value?: number;
  /** In CSV in place of the value: digits that a number does not hold. */
  readonly exact?: string;
}

/** A cell as it is drawn. */
export interface DrawnCell extends Cell {
  /** In place of the text. */
  readonly drawn?: TemplateResult;
  readonly className?: string;
}

export interface Column {
  /** Over what is drawn, with the unit of the texts. */
  readonly title: string;
  /** Over what is in CSV, with the unit of the values; the title without. */
  readonly exported?: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A column of times: drawn in `unit`, exported in nanoseconds. */
export function timeColumn(name: string, unit: TimeUnit): Column {
  return { title: `${name}, ${unit.name}`, exported: `${name}, ns` };
}

/** The columns in which `field` gives some row a text; what is only drawn is in no file. */
function filled({ columns, rows }: Table, field: (cell: Cell) => string): readonly number[] {
  return columns.flatMap((_, i) => (rows.some(({ [i]: cell }) => cell !== undefined && field(cell) !== '') ? [i] : []));
}

/** RFC 4180: times in nanoseconds, other values as the header says. */
export function csv(table: Table): string {
  const { columns, rows } = table;
  const field = ({ text, value, exact }: Cell): string => exact ?? (value === undefined ? text : String(value));
  const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (texts: readonly string[]): string => `${texts.map(quoted).join(',')}\r\n`;
  const there = filled(table, field);
  const header = there.map((i) => columns[i]?.exported ?? columns[i]?.title ?? '');
  return [header, ...rows.map((row) => there.map((i) => field(row[i] ?? { text: '' })))].map(line).join('');
}

/** A Markdown table under its sentence, with what is read on the page. */
export function markdown(sentence: string, table: Table): string {
  const { columns, rows } = table;
  const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
  const line = (texts: readonly string[]): string => `| ${texts.map(escaped).join(' | ')} |`;
  const there = filled(table, ({ text }) => text);
  const rule = there.map((i) => (rows.some((row) => row[i]?.value !== undefined) ? '---:' : '---'));
  const header = there.map((i) => columns[i]?.title ?? '');
  return `${[sentence, '', line(header), line(rule), ...rows.map((row) => line(there.map((i) => row[i]?.text ?? '')))].join('\n')}\n`;
}
