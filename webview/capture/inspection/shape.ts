/** How the elements of a range are laid out: "4x64x64", row after row of the last dimension. */

import { columnsInName } from '../../../protocol/element';

export interface Shape {
  readonly dimensions: readonly number[];
  /** Elements in a row. */
  readonly columns: number;
}

/** More would not be read, and lines get long. */
const MAX_COLUMNS = 4096;
const DEFAULT_COLUMNS = 8;

/** What a user types, for `total` elements: dimensions with an x between, one of them "?" for what is left. Or why not. */
export function parseShape(text: string, total: number): Shape | string {
  const words = text
    .trim()
    .split(/\s*[x×,]\s*/i)
    .filter((word) => word !== '');
  if (words.length === 0 || words.some((word) => !/^(\d+|\?)$/.test(word))) return 'Dimensions such as 64x128, one of them may be ?';
  if (words.filter((word) => word === '?').length > 1) return 'Only one dimension can be left open.';
  const known = words.filter((word) => word !== '?').reduce((product, word) => product * Number(word), 1);
  if (known === 0) return 'A dimension is 0.';
  if (words.includes('?') && total % known !== 0) return `${String(total)} elements are no multiple of ${String(known)}.`;
  const dimensions = words.map((word) => (word === '?' ? total / known : Number(word)));
  const product = dimensions.reduce((all, one) => all * one, 1);
  if (product !== total) return `${dimensions.join('x')} is ${String(product)} elements, the range has ${String(total)}.`;
  const columns = dimensions.at(-1) ?? total;
  return columns > MAX_COLUMNS ? `A row has at most ${String(MAX_COLUMNS)} elements here; add a dimension.` : { dimensions, columns };
}

/** The shape to begin with: rows as long as the last number of a function's name that fits, as in matmul_64x128x256_f32. */
export function guessShape(total: number, name: string | undefined): string {
  const columns = columnsInName(total, name ?? '', MAX_COLUMNS);
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
