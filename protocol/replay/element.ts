/** Types of buffer elements, and how many stand in a row. */
import { ELEMENT_TYPES, type ElementType } from '../jobs/elementType';

export { ELEMENT_TYPES, type ElementType };

const SIZES: Readonly<Record<string, number>> = { '64': 8, '32': 4, '16': 2 };

/** Bytes of an element. */
export const elementSize = (type: ElementType): number => (type.startsWith('f8') ? 1 : (SIZES[/\d+$/.exec(type)?.[0] ?? ''] ?? 1));

/** Elements of a tensor; 1 of a scalar, which has no dimensions. */
export const elementCount = (shape: readonly number[]): number => shape.reduce((all, one) => all * one, 1);

/** Elements from one index to the next, of elements that lie one behind the other, the last dimension first. */
export const denseStrides = (shape: readonly number[]): readonly number[] => shape.map((_, i) => elementCount(shape.slice(i + 1)));

/** Elements in a row of `total`, as far as a function's name tells: the last number that fits in matmul_64x128x256_f32. At most `most`. */
export function columnsInName(total: number, name: string, most: number): number | undefined {
  const sizes = [...name.matchAll(/\d+(?:x\d+)+/g)].flatMap(([match]) => match.split('x').map(Number));
  return sizes.findLast((size) => size > 1 && size <= most && total % size === 0);
}
