/** A table as data: what is drawn, sorted and exported. */

export interface Cell {
  readonly text: string;
  /** Sorted by; the text without. */
  readonly value?: number;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** RFC 4180. */
export function csv({ columns, rows }: Table): string {
  const field = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (texts: readonly string[]): string => texts.map(field).join(',');
  return `${[line(columns), ...rows.map((row) => line(row.map(({ text, value }) => (value === undefined ? text : String(value)))))].join('\r\n')}\r\n`;
}

/** A Markdown table under its sentence. */
export function markdown(sentence: string, { columns, rows }: Table): string {
  const line = (texts: readonly string[]): string => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = columns.map((_, i) => (rows.some((row) => row[i]?.value !== undefined) ? '---:' : '---'));
  return `${[sentence, '', line(columns), line(rule), ...rows.map((row) => line(row.map(({ text }) => text)))].join('\n')}\n`;
}
