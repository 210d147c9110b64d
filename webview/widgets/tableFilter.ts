/** A filter over the rows of a table: words that a row holds, and `column:value`, as the query language has them. */
import { wildcards } from '../../protocol/base/wildcards';
import type { Cell } from './tables';

export interface FilteredColumn {
  /** By which a query names the column: "fn", "max". */
  readonly name: string;
}

type Test = (cells: readonly Cell[]) => boolean;

/** Factors by lower-case unit: of times to nanoseconds, of sizes to bytes, of shares to a fraction. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ '': 1, '%': 0.01, ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 },
  ...{ b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 },
};

/** Whether a row is shown. All terms must hold; "!" or "-" before a term is not. An empty query shows everything. */
export function tableFilter(query: string, columns: readonly FilteredColumn[]): Test {
  const tests = [...query.matchAll(/(?:"[^"]*"?|[^\s"])+/g)].map(([term]) => termTest(term, columns));
  return (cells) => tests.every((test) => test(cells));
}

function termTest(term: string, columns: readonly FilteredColumn[]): Test {
  const [, not = '', name, rest = ''] = /^([!-]?)(?:([a-z]+):)?(.*)$/s.exec(term) ?? [];
  const column = columns.findIndex((one) => one.name === name);
  // A word with a colon in it that names no column is a word.
  const wanted = (column === -1 && name !== undefined ? `${name}:${rest}` : rest).replaceAll('"', '').toLowerCase();
  const number = column === -1 ? undefined : comparison(wanted);
  const text = textTest(wanted);
  const test: Test = (cells) => {
    if (column === -1) return cells.some((cell) => text(cell.text));
    const cell = cells[column];
    if (cell === undefined) return false;
    return number === undefined || cell.value === undefined ? text(cell.text) : number(cell.value);
  };
  return not === '' ? test : (cells) => !test(cells);
}

function textTest(wanted: string): (text: string) => boolean {
  if (!/[*?]/.test(wanted)) return (text) => text.toLowerCase().includes(wanted);
  const expression = wildcards(wanted);
  return (text) => expression.test(text.toLowerCase());
}

/** ">3ms", "<=10", "5%": undefined of what is no number. */
function comparison(text: string): ((value: number) => boolean) | undefined {
  const [, sign = '', digits, unit = ''] = /^([<>]=?|=?)\s*(\d+(?:\.\d+)?)\s*([a-zµ%]*)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (digits === undefined || factor === undefined) return undefined;
  const limit = Number(digits) * factor;
  switch (sign) {
    case '>':
      return (value) => value > limit;
    case '>=':
      return (value) => value >= limit;
    case '<':
      return (value) => value < limit;
    case '<=':
      return (value) => value <= limit;
    default:
      return (value) => value === limit;
  }
}
