/** Bytes of memory as numbers: little-endian, as devices of LLVM's OpenMP have them. */

/** How memory is read: bytes in hexadecimal, or numbers. */
export const ELEMENTS = ['hex', 'i32', 'f32', 'i64', 'f64'] as const;
export type Element = (typeof ELEMENTS)[number];

/** Bytes of one element, and characters of the longest text of one. */
export const SIZES: Readonly<Record<Element, { readonly bytes: number; readonly characters: number }>> = {
  hex: { bytes: 1, characters: 2 },
  i32: { bytes: 4, characters: 11 },
  f32: { bytes: 4, characters: 15 },
  i64: { bytes: 8, characters: 20 },
  f64: { bytes: 8, characters: 24 },
};

export const isElement = (value: unknown): value is Element => ELEMENTS.some((element) => element === value);

/** The element in `bytes`, of which there are as many as it has. */
export function elementText(element: Element, bytes: readonly number[]): string {
  if (element === 'hex') return (bytes[0] ?? 0).toString(16).padStart(2, '0');
  const view = new DataView(Uint8Array.from(bytes).buffer);
  switch (element) {
    case 'i32':
      return String(view.getInt32(0, true));
    case 'i64':
      return String(view.getBigInt64(0, true));
    case 'f32':
      return float32Text(view.getFloat32(0, true));
    case 'f64':
      return float64Text(view.getFloat64(0, true));
  }
}

/** The fewest digits that no other float has. */
function float32Text(value: number): string {
  if (!Number.isFinite(value) || value === 0) return float64Text(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

const float64Text = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
