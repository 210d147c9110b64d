/** How the elements of a range are laid out: "4x64x64", row after row of the last dimension. */

import { columnsInName, elementCount } from '../../../protocol/replay/element';

export interface Shape {
  readonly dimensions: readonly number[];
  /** Elements in a row. */
  readonly columns: number;
}

/** A browser draws no line that is longer. */
const MAX_COLUMNS = 65536;
/** Rows of a length that no name tells are no longer than so. */
const MAX_GUESSED = 4096;
const DEFAULT_COLUMNS = 8;

/** The words of a list: "4x64", "4, 64" or "4 64". */
function wordsOf(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s*[x×,]\s*|\s+/i)
    .filter((word) => word !== '');
}

function shapeOf(dimensions: readonly number[], total: number): Shape | string {
  const columns = dimensions.at(-1) ?? total;
  return columns > MAX_COLUMNS ? `A row has at most ${String(MAX_COLUMNS)} elements here; add a dimension.` : { dimensions, columns };
}

/** What a user types, for `total` elements: dimensions with an x between, one of them "?" for what is left. Or why not. */
export function parseShape(text: string, total: number): Shape | string {
  const words = wordsOf(text);
  if (words.length === 0 || words.some((word) => !/^(\d+|\?)$/.test(word))) return 'Dimensions such as 64x128, one of them may be ?';
  if (words.filter((word) => word === '?').length > 1) return 'Only one dimension can be left open.';
  const known = words.filter((word) => word !== '?').reduce((all, word) => all * Number(word), 1);
  if (known === 0) return 'A dimension is 0.';
  if (words.includes('?') && total % known !== 0) return `${String(total)} elements are no multiple of ${String(known)}.`;
  const dimensions = words.map((word) => (word === '?' ? total / known : Number(word)));
  const count = elementCount(dimensions);
  if (count !== total) return `${dimensions.join('x')} is ${String(count)} elements, the range has ${String(total)}.`;
  return shapeOf(dimensions, total);
}

export type Strided =
  | { readonly shape: Shape; readonly strides: readonly number[] }
  | { readonly field: 'shape' | 'strides'; readonly problem: string };

/** A shape whose elements lie at strides, which are elements from one index to the next; it need not take all of the range. Or why not. */
export function parseStrided(text: string, strides: string, total: number): Strided {
  const words = wordsOf(text);
  const wrong = (field: 'shape' | 'strides', problem: string): Strided => ({ field, problem });
  if (words.length === 0 || words.some((word) => !/^\d+$/.test(word))) {
    return wrong('shape', 'With strides, all dimensions are numbers, such as 64x128.');
  }
  const dimensions = words.map(Number);
  if (dimensions.includes(0)) return wrong('shape', 'A dimension is 0.');
  const steps = wordsOf(strides);
  if (steps.some((word) => !/^\d+$/.test(word))) return wrong('strides', 'Strides are elements from one index to the next, such as 128, 1');
  if (steps.length !== dimensions.length) {
    return wrong('strides', `${String(dimensions.length)} dimensions need as many strides, not ${String(steps.length)}.`);
  }
  const numbers = steps.map(Number);
  const last = dimensions.reduce((sum, dimension, i) => sum + (dimension - 1) * (numbers[i] ?? 0), 0);
  if (last >= total) return wrong('shape', `The last element is number ${String(last + 1)}, the range has ${String(total)}.`);
  const shape = shapeOf(dimensions, total);
  return typeof shape === 'string' ? wrong('shape', shape) : { shape, strides: numbers };
}

/** The shape to begin with: rows as long as the last number of a function's name that fits, as in matmul_64x128x256_f32. */
export function guessShape(total: number, name: string | undefined): string {
  const columns = columnsInName(total, name ?? '', MAX_GUESSED);
  if (columns !== undefined) return total === columns ? String(total) : `${String(total / columns)}x${String(columns)}`;
  if (total <= DEFAULT_COLUMNS) return String(total);
  return total % DEFAULT_COLUMNS === 0 ? `${String(total / DEFAULT_COLUMNS)}x${String(DEFAULT_COLUMNS)}` : `?x1`;
}

/** Indices of the first element of a row: [2, 17, 0] is row 2*64+17 of 4x64x64. */
export function rowIndex({ dimensions }: Shape, row: number): readonly number[] {
  const index: number[] = [];
  let rest = row;
  for (const size of dimensions.slice(0, -1).reverse()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

/** "[2, 17, 5]": the indices of an element. */
export function indexText(shape: Shape, element: number): string {
  return `[${[...rowIndex(shape, Math.floor(element / shape.columns)), element % shape.columns].join(', ')}]`;
}
