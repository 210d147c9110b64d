/** Rows as bytes: they cross every border as they leave the native core, and the page alone reads them. */
import { RECORD_CLASSES, type Ancestor, type Row, type RowPage, type Span } from './recordRows';

/** A window of rows. The parts of a row stand one after the other, each in the array of its kind. */
export interface PackedRowPage {
  readonly start: number;
  readonly total: number;
  readonly version: number;
  /** How many rows there are, and how many rows follow them that enclose the first, each preceded by its position. */
  readonly rows: number;
  readonly ancestors: number;
  readonly numbers: Uint32Array;
  /** Ids and counts of bytes. */
  readonly wides: BigUint64Array;
  /** UTF-8. The numbers say how long each text is, in UTF-16 units. */
  readonly texts: Uint8Array;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const CLASS = 0xff;
const EXPANDED = 1 << 8;
const MATCHED = 1 << 9;
const HAS_RECORD = 1 << 10;
const HAS_BYTES = 1 << 11;
const HAS_STATUS = 1 << 12;
const IS_RUN = 1 << 13;
const HAS_LAST = 1 << 14;

const DIM = 1;
const HAS_OBJECT = 2;
const LEADS_TO_RECORD = 4;

/** The rows of a page as they are drawn. */
export function unpackRows(packed: PackedRowPage): RowPage {
  const { start, total, version } = packed;
  // What looks like a byte order mark is part of a text.
  const texts = new TextDecoder('utf-8', { ignoreBOM: true }).decode(packed.texts);
  let [atNumber, atWide, atText] = [0, 0, 0];
  const number = (): number => packed.numbers[atNumber++] ?? 0;
  const wide = (): string => (packed.wides[atWide++] ?? 0n).toString();
  const text = (): string => texts.slice(atText, (atText += number()));

  const span = (): Span => {
    const flags = number();
    const made: Writable<Span> = { text: text() };
    if ((flags & HAS_OBJECT) !== 0) made.object = wide();
    if ((flags & LEADS_TO_RECORD) !== 0) made.record = number();
    if ((flags & DIM) !== 0) made.dim = true;
    return made;
  };
  const row = (): Row => {
    const flags = number();
    const key = text();
    const [depth, children] = [number(), number()];
    const record = (flags & HAS_RECORD) === 0 ? undefined : number();
    const run = (flags & IS_RUN) === 0 ? undefined : { last: number(), count: number() };
    const last = (flags & HAS_LAST) === 0 ? undefined : number();
    const made: Writable<Row> = {
      key,
      depth,
      children,
      expanded: (flags & EXPANDED) !== 0,
      matched: (flags & MATCHED) !== 0,
      class: RECORD_CLASSES[flags & CLASS] ?? 'other',
      operation: text(),
      target: times(number(), span),
      details: times(number(), span),
    };
    if (record !== undefined) made.record = record;
    if (run !== undefined) made.run = run;
    if (last !== undefined) made.last = last;
    if ((flags & HAS_BYTES) !== 0) made.bytes = wide();
    if ((flags & HAS_STATUS) !== 0) made.status = text();
    return made;
  };
  const ancestor = (): Ancestor => ({ index: number(), row: row() });
  return { start, total, version, rows: times(packed.rows, row), ancestors: times(packed.ancestors, ancestor) };
}

function times<T>(count: number, make: () => T): readonly T[] {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(make());
  return all;
}
