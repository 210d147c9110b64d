/** Types of buffer elements, as MLIR spells them. */
export const ELEMENT_TYPES = [
  'f64',
  'f32',
  'f16',
  'bf16',
  'f8E4M3FN',
  'f8E4M3FNUZ',
  'f8E5M2',
  'f8E5M2FNUZ',
  'i64',
  'i32',
  'i16',
  'i8',
  'ui64',
  'ui32',
  'ui16',
  'ui8',
  'i1',
] as const;

export type ElementType = (typeof ELEMENT_TYPES)[number];

/** Elements in a row of `total`, as far as a function's name tells: the last number that fits in matmul_64x128x256_f32. At most `most`. */
export function columnsInName(total: number, name: string, most: number): number | undefined {
  const sizes = [...name.matchAll(/\d+(?:x\d+)+/g)].flatMap(([match]) => match.split('x').map(Number));
  return sizes.findLast((size) => size > 1 && size <= most && total % size === 0);
}
