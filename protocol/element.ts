/** Types of buffer elements, and how many stand in a row. */
export { ELEMENT_TYPES, type ElementType } from './jobs/elementType';

/** Elements in a row of `total`, as far as a function's name tells: the last number that fits in matmul_64x128x256_f32. At most `most`. */
export function columnsInName(total: number, name: string, most: number): number | undefined {
  const sizes = [...name.matchAll(/\d+(?:x\d+)+/g)].flatMap(([match]) => match.split('x').map(Number));
  return sizes.findLast((size) => size > 1 && size <= most && total % size === 0);
}
