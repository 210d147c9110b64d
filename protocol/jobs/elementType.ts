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
