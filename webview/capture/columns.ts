/** Columns of the record tree and their widths. */

export type ColumnName = 'record' | 'operation' | 'target' | 'details' | 'bytes' | 'time' | 'share' | 'preflight';

export interface Column {
  readonly name: ColumnName;
  readonly label: string;
  readonly numeric: boolean;
  /** Pixels; undefined takes what is left. */
  readonly width: number | undefined;
  /** Which side's border drags it; the others' neighbour is what is left. */
  readonly edge: 'left' | 'right';
}

const MIN_WIDTH = 40;
const MAX_WIDTH = 1200;
/** Of one digit of a record number or a character of a name, of the cell's padding, and of the swatch before a name. */
const DIGIT = 7.3;
const PADDING = 14;
const SWATCH = 14;
/** Characters of "1234–5678", the numbers of a run: those of a longer one are cut, and in a list narrower than this all of them. */
const RANGE = 9;
const RANGES = 420;

const COLUMNS: readonly Column[] = [
  { name: 'record', label: 'Record', numeric: true, width: 54, edge: 'right' },
  { name: 'operation', label: 'Operation', numeric: false, width: 270, edge: 'right' },
  { name: 'target', label: 'Function or object', numeric: false, width: undefined, edge: 'right' },
  { name: 'details', label: 'Details', numeric: false, width: 220, edge: 'left' },
  { name: 'bytes', label: 'Bytes', numeric: true, width: 78, edge: 'left' },
  { name: 'time', label: 'Time', numeric: true, width: 82, edge: 'left' },
  { name: 'share', label: 'Share', numeric: true, width: 112, edge: 'left' },
  { name: 'preflight', label: 'Preflight', numeric: false, width: 132, edge: 'left' },
];

/** Pixels that details take more, where there is room. */
const DETAILS_MORE = 160;

/** Widths of the list below which a column gives way to those that say what is executed. */
const NEEDED: Readonly<Partial<Record<ColumnName, number>>> = { details: 520, bytes: 420, preflight: 360 };
/** The same where times are known: they say more than what is left out for them. */
const NEEDED_WITH_TIMES: typeof NEEDED = { details: 900, bytes: 660, preflight: 600, share: 460, time: 340 };

/**
 * Who gives way to names, down to how many pixels, in this order: details stand beside the list, too, and an operation is told by its
 * glyph.
 */
const YIELDING = [
  ['details', 120],
  ['operation', 200],
  ['details', 66],
  ['operation', 81],
] as const satisfies readonly (readonly [ColumnName, number])[];

/** The columns to draw: with the user's widths, and shrunk where the list is narrower than they ask for. */
export function columnsFor(options: {
  readonly records: number;
  /** Characters of the longest name of a function. */
  readonly longestName: number;
  readonly preflight: boolean;
  readonly times: boolean;
  readonly available: number;
  readonly widths: Readonly<Record<string, number>>;
}): readonly Column[] {
  const needed = options.times ? NEEDED_WITH_TIMES : NEEDED;
  const isKnown = ({ name }: Column): boolean =>
    name === 'preflight' ? options.preflight : name === 'time' || name === 'share' ? options.times : true;
  const there = COLUMNS.filter((column) => isKnown(column) && options.available >= (needed[column.name] ?? 0));
  const wanted = there.map((column) => {
    if (column.width === undefined) return column;
    const least =
      column.name === 'record'
        ? Math.max(column.width, Math.ceil(numberLength(options.records, options.available) * DIGIT) + PADDING)
        : column.width;
    return { ...column, width: clampWidth(options.widths[column.name] ?? least) };
  });
  const names = Math.ceil(options.longestName * DIGIT) + PADDING + SWATCH;
  const flexible = Math.min(Math.max(200, names), options.available * 0.4);
  let lacking = wanted.reduce((sum, { width }) => sum + (width ?? 0), flexible) - options.available;
  const narrowed = new Map(wanted.map(({ name, width }) => [name, width]));
  for (const [name, least] of YIELDING) {
    const width = narrowed.get(name);
    const given = width === undefined ? 0 : Math.max(0, Math.min(lacking, width - least));
    if (width !== undefined) narrowed.set(name, Math.floor(width - given));
    lacking -= given;
  }
  const details = narrowed.get('details');
  // Of what names do not need, unless the user has said how much.
  if (lacking < 0 && details !== undefined && options.widths['details'] === undefined)
    narrowed.set('details', details + Math.min(DETAILS_MORE, Math.floor(-lacking / 2)));
  return wanted.map((column) => ({ ...column, width: narrowed.get(column.name) }));
}

/** Characters of the longest record number, or of two of them where they are short and there is room. */
function numberLength(records: number, available: number): number {
  const digits = String(records).length;
  if (available < RANGES) return digits;
  return Math.max(digits, Math.min(RANGE, 2 * digits + 1));
}

export function clampWidth(width: number): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));
}

/** Value of grid-template-columns. */
export function gridTemplate(columns: readonly Column[]): string {
  return columns.map(({ width }) => (width === undefined ? 'minmax(60px, 1fr)' : `${String(width)}px`)).join(' ');
}
