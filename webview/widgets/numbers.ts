/** Numbers as people read them. 64-bit ones come as decimal digits and stay exact where they are printed in full. */
import type { U64 } from '../../protocol/base/u64';

export { counted, grouped } from '../../protocol/words/countWords';
export { sizeWords as bytes } from '../../protocol/words/sizeWords';

/** A duration in the unit that keeps three to six digits: 385 ns, 25.8 µs, 1.234 ms, 2.5 s. */
export function duration(nanoseconds: number | U64): string {
  const ns = Number(nanoseconds);
  if (ns < 1e3) return `${String(Math.round(ns))} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
  if (ns < 1e9) return `${(ns / 1e6).toFixed(3)} ms`;
  return `${(ns / 1e9).toFixed(3)} s`;
}

/** Milliseconds, with the decimals that matter: <1 ms, 4 ms, 1.25 s. */
export function milliseconds(value: number): string {
  if (value < 1) return '<1 ms';
  return value < 1000 ? `${String(Math.round(value))} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Hexadecimal with 0x, padded to `width` digits. */
export function hex(value: number | bigint, width = 1): string {
  return `0x${value.toString(16).padStart(width, '0')}`;
}

const SHORT_DIGITS = 7;

/** A number that is given as text, with so many significant digits where it has more behind a point or an exponent; integers as they are. */
export function shortNumber(text: string, digits = SHORT_DIGITS): string {
  return /^-?[\d.]+(e[-+]?\d+)?$/i.test(text) && /[.e]/i.test(text) ? String(Number(Number(text).toPrecision(digits))) : text;
}
