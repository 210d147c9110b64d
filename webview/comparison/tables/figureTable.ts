/** Sums of a question in both profiles as a table: for each figure A, B and B − A. */
import type { ComparedFigure, ComparedFigures, ComparedQuestion } from '../../../protocol/profile/profileComparison';
import type { GridCell, GridColumn, GridTable } from '../../widgets/gridRows';
import { bytes, grouped, shortNumber } from '../../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import { signed } from './signed';

type Row = ComparedFigures['rows'][number];

/** What each question is about, and the mode of profiling that records it. */
export const QUESTION_WORDS: Readonly<Record<ComparedQuestion, { readonly title: string; readonly what: string; readonly mode: string }>> =
  {
    command: { title: 'Commands', what: 'commands', mode: 'mode executable-metadata, and host-execution for their times' },
    queue: { title: 'Queue', what: 'queue operations', mode: 'mode queue-events' },
    memory: { title: 'Memory', what: 'memory events', mode: 'mode memory-events' },
    counter: { title: 'Counters', what: 'counters', mode: 'modes counters and counter-ranges' },
  };

/** Which profile has nothing of a question, in a sentence; undefined where both have something. */
export function missingIn(question: ComparedQuestion, kinds: readonly ComparedFigures[]): string | undefined {
  const { what, mode } = QUESTION_WORDS[question];
  const has = (side: 'a' | 'b'): boolean => kinds.some(({ rows }) => rows.some((row) => row[side] !== undefined));
  const [a, b] = [has('a'), has('b')];
  if (a && b) return undefined;
  return `No ${what} were recorded in ${a ? 'B' : b ? 'A' : 'either profile'} (${mode}).`;
}

/** Something that is counted or allocated differs, or is in one of them alone; times are never the same. */
export function isOtherwise({ a, b }: Row, figures: readonly ComparedFigure[]): boolean {
  if (a === undefined || b === undefined) return true;
  return figures.some(({ unit }, i) => unit !== 'ns' && a[i] !== b[i]);
}

export function figureTable(figures: ComparedFigures, onlyDifferences: boolean): GridTable {
  const rows = figures.rows.filter((row) => !onlyDifferences || isOtherwise(row, figures.figures));
  const units = figures.figures.map(({ unit }, i) =>
    unit === 'ns'
      ? unitFor(figures.rows.reduce((most, { a, b }) => Math.max(most, Number(a?.[i] ?? 0), Number(b?.[i] ?? 0)), 0))
      : undefined,
  );
  return {
    name: figures.name,
    label: `${figures.label} of A and B`,
    empty: onlyDifferences ? 'Nothing that is counted is different.' : 'There is nothing.',
    columns: [
      ...figures.keys.map(({ name, title }, i): GridColumn => ({
        name,
        title,
        ...(i === 0 ? { width: '150px', fits: 'names' } : { width: '56px', fits: 'numbers' }),
      })),
      ...figures.figures.flatMap((figure, i) => figureColumns(figure, units[i], i === 0)),
    ],
    rows: rows.map((row) => ({
      key: JSON.stringify(row.keys),
      cells: [
        ...row.keys.map((text): GridCell => (/^\d+$/.test(text) ? { text: keyText(text), value: Number(text), exact: text } : { text })),
        ...figures.figures.flatMap((figure, i) => figureCells(row.a?.[i], row.b?.[i], figure, units[i])),
      ],
    })),
  };
}

/** IREE's numbers for none. */
const keyText = (text: string): string => (text === '4294967295' || text === '18446744073709551615' ? '' : text);

/** The first figure's difference is `delta` in a filter, and that of others has their names before it. */
function figureColumns({ name, title, unit }: ComparedFigure, time: TimeUnit | undefined, first: boolean): readonly GridColumn[] {
  const shown = time === undefined ? '' : `, ${time.name}`;
  const exported = unit === 'ns' ? ', ns' : unit === 'bytes' ? ', bytes' : '';
  const column = (of: string, words: string): GridColumn => ({
    ...{ name: of, title: `${words}${shown}`, exported: `${words}${exported}`, width: '56px', numeric: true, fits: 'numbers' },
  });
  return [
    column(`a${name}`, `A ${title.toLowerCase()}`),
    column(`b${name}`, `B ${title.toLowerCase()}`),
    column(first ? 'delta' : `${name}delta`, 'B − A'),
  ];
}

/** Whole numbers are subtracted exactly; a row that one profile does not have counts as nothing there. */
export function differenceOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined && b === undefined) return undefined;
  const [before, after] = [a ?? '0', b ?? '0'];
  return /^-?\d+$/.test(before) && /^-?\d+$/.test(after) ? String(BigInt(after) - BigInt(before)) : String(Number(after) - Number(before));
}

function figureCells(
  a: string | undefined,
  b: string | undefined,
  { unit }: ComparedFigure,
  time: TimeUnit | undefined,
): readonly GridCell[] {
  const words = (digits: string): string => {
    if (unit === 'ns') return inUnit(Number(digits), time ?? unitFor(Number(digits)));
    if (unit === 'bytes') return digits.startsWith('-') ? `-${bytes(digits.slice(1))}` : bytes(digits);
    return grouped(unit === 'number' ? shortNumber(digits) : digits);
  };
  const cell = (digits: string | undefined): GridCell =>
    digits === undefined ? { text: '' } : { text: words(digits), value: Number(digits), exact: digits };
  const difference = differenceOf(a, b);
  const delta: GridCell =
    difference === undefined
      ? { text: '' }
      : { text: signed(words(difference), Number(difference)), value: Math.abs(Number(difference)), exact: difference };
  return [cell(a), cell(b), delta];
}
