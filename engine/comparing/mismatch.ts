/** Where two arrays differ: a coarse map, and the elements around the first difference. */
import { columnsInName } from '../../protocol/replay/element';
import type { ComparedElement, Mismatch, Tolerance } from '../../protocol/replay/verification';
import { compareElements, sizeOf, type Type } from './comparing';

/** The most cells in a map. */
const MOST_ROWS = 32;
const MOST_COLUMNS = 64;
/** A longer row is not a row of a matrix. */
const MOST_IN_ROW = 1 << 16;
/** Elements shown on either side of the first that differs. */
const NEIGHBOURS = 6;

/** Two arrays as rows of elements. */
interface Compared {
  readonly expected: Uint8Array;
  readonly actual: Uint8Array;
  readonly type: Type;
  readonly tolerance: Tolerance;
}

/** A row length when no name gives one: about as wide as high. */
const squarish = (total: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, Math.sqrt(total))));

/** `first` is the index of the first element that does not agree; `names` are of functions that may tell the shape. */
export async function mismatchOf(compared: Compared, first: number, names: readonly string[]): Promise<Mismatch> {
  const size = sizeOf(compared.type);
  const total = Math.floor(compared.expected.length / size);
  const named = names.map((name) => columnsInName(total, name, MOST_IN_ROW)).find((columns) => columns !== undefined);
  const columns = named ?? Math.min(total, squarish(total));
  const rows = Math.ceil(total / columns);
  const cell = [Math.ceil(rows / MOST_ROWS), Math.ceil(columns / MOST_COLUMNS)] as const;
  const parts: number[] = [];
  for (let row = 0; row < rows; row += cell[0]) {
    const across: Promise<number>[] = [];
    for (let column = 0; column < columns; column += cell[1]) {
      const width = Math.min(cell[1], columns - column);
      const lines = Array.from({ length: Math.min(cell[0], rows - row) }, (_, line) => (row + line) * columns + column);
      const pieces = lines.map((from) => [from * size, Math.min(from + width, total) * size] as const).filter(([from, to]) => to > from);
      across.push(partOf(compared, pieces));
    }
    parts.push(...(await Promise.all(across)));
  }
  const from = Math.max(0, first - NEIGHBOURS);
  const indices = Array.from({ length: Math.min(total, first + NEIGHBOURS + 1) - from }, (_, i) => from + i);
  return { columns, rows, cell, parts, around: await Promise.all(indices.map((index) => elementAt(compared, index))) };
}

/** What part of the elements in these byte ranges does not agree. */
async function partOf({ expected, actual, type, tolerance }: Compared, pieces: readonly (readonly [number, number])[]): Promise<number> {
  const cut = (bytes: Uint8Array): Uint8Array => Buffer.concat(pieces.map(([from, to]) => bytes.subarray(from, to)));
  const { elements, outOfTolerance } = await compareElements(cut(expected), cut(actual), type, tolerance);
  return elements === '0' ? 0 : Number(outOfTolerance) / Number(elements);
}

async function elementAt({ expected, actual, type, tolerance }: Compared, index: number): Promise<ComparedElement> {
  const size = sizeOf(type);
  const cut = (bytes: Uint8Array): Uint8Array => bytes.slice(index * size, (index + 1) * size);
  const [right, found] = [cut(expected), cut(actual)];
  const { maxAbsolute, maxUlp, nanExpected, nanActual, agrees } = await compareElements(right, found, type, tolerance);
  return {
    index: String(index),
    expected: await textOf(right, type, tolerance),
    actual: await textOf(found, type, tolerance),
    // NaN has no distance from anything, nor an infinity from a number.
    ...(nanExpected !== '0' || nanActual !== '0' || (!agrees && maxUlp === '0') ? {} : { absolute: maxAbsolute, ulp: maxUlp }),
    agrees,
  };
}

/** An element as text. The core prints elements that differ: each does from itself with another last bit. */
async function textOf(element: Uint8Array, type: Type, tolerance: Tolerance): Promise<string> {
  const other = Uint8Array.from(element, (byte, i) => (i === 0 ? byte ^ 1 : byte));
  return (await compareElements(element, other, type, tolerance)).first?.expected ?? '';
}
