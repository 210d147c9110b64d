/** Elements at random, the same for the same seed: what inputs are where nobody gives them. */

/** A floating-point type: bits of exponent and mantissa, and what is added to the exponent. */
interface Float {
  readonly bytes: number;
  readonly mantissa: number;
  readonly exponent: number;
  readonly bias: number;
}

/** Below f32. Layouts: MLIR's builtin types (llvm/ADT/APFloat.h). */
const NARROW: Readonly<Record<string, Float>> = {
  f16: { bytes: 2, exponent: 5, mantissa: 10, bias: 15 },
  bf16: { bytes: 2, exponent: 8, mantissa: 7, bias: 127 },
  f8E4M3FN: { bytes: 1, exponent: 4, mantissa: 3, bias: 7 },
  f8E4M3FNUZ: { bytes: 1, exponent: 4, mantissa: 3, bias: 8 },
  f8E5M2: { bytes: 1, exponent: 5, mantissa: 2, bias: 15 },
  f8E5M2FNUZ: { bytes: 1, exponent: 5, mantissa: 2, bias: 16 },
};

/** Integers are below it: an index into a table of any length, such as of tokens, is one of its own. */
const INTEGERS = 8;

type Random = () => number;

/** Whole numbers of 32 bits, by mulberry32. */
function random32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Of its own for each input of a function: an input stays as it is when another changes. */
const seedOf = (seed: number, input: number): number => Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(input + 1, 0x85ebca6b);

/** From -1 up to 1. */
const unit = (random: Random): number => random() / 2 ** 31 - 1;

/** The bits of a value below 1, towards zero; what would be subnormal is 0, which has no sign. */
function narrowBits(value: number, { exponent, mantissa, bias, bytes }: Float): number {
  const size = Math.abs(value);
  if (size < 2 ** (1 - bias)) return 0;
  const power = Math.floor(Math.log2(size));
  const bits = Math.floor((size / 2 ** power - 1) * 2 ** mantissa);
  const sign = value < 0 ? 2 ** (8 * bytes - 1) : 0;
  return sign + (Math.min(power + bias, 2 ** exponent - 2) << mantissa) + bits;
}

const integerBits = (element: string): number | undefined => {
  const bits = Number(/^[su]?i(\d+)$/.exec(element)?.[1] ?? 0);
  return [1, 8, 16, 32, 64].includes(bits) ? bits : undefined;
};

/** Bytes of an element that can be made; undefined for other types. */
export function randomElementSize(element: string): number | undefined {
  const bits = integerBits(element);
  if (bits !== undefined) return Math.max(1, bits / 8);
  return { f32: 4, f64: 8 }[element] ?? NARROW[element]?.bytes;
}

/** `count` elements, little-endian, of a type that has a size; each input of a function has its own. */
export function randomElements(element: string, count: number, seed: number, input: number): Uint8Array {
  const random = random32(seedOf(seed, input));
  const bytes = new Uint8Array(count * (randomElementSize(element) ?? 0));
  const view = new DataView(bytes.buffer);
  const bits = integerBits(element);
  const narrow = NARROW[element];
  if (bits !== undefined) {
    const size = Math.max(1, bits / 8);
    const below = bits === 1 ? 2 : INTEGERS;
    for (let at = 0; at < bytes.length; at += size) bytes[at] = random() % below;
  } else if (narrow !== undefined) {
    for (let at = 0; at < bytes.length; at += narrow.bytes) {
      const value = narrowBits(unit(random), narrow);
      if (narrow.bytes === 1) bytes[at] = value;
      else view.setUint16(at, value, true);
    }
  } else if (element === 'f32') for (let at = 0; at < bytes.length; at += 4) view.setFloat32(at, unit(random), true);
  else for (let at = 0; at < bytes.length; at += 8) view.setFloat64(at, unit(random) + random() / 2 ** 63, true);
  return bytes;
}

/** A number as text, of a type that is not a tensor's; undefined for other types. */
export function randomScalar(type: string, seed: number, input: number): string | undefined {
  const random = random32(seedOf(seed, input));
  if (type === 'index' || integerBits(type) !== undefined) return String(random() % (type === 'i1' ? 2 : INTEGERS));
  return randomElementSize(type) === undefined ? undefined : String(Math.round(unit(random) * 1024) / 1024);
}
