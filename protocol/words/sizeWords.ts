/** Sizes as people read them. */
import type { U64 } from '../base/u64';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** A size with at most three significant digits after the unit's point: 252.5 MiB, 512 B. */
export function sizeWords(value: number | U64): string {
  let rest = Number(value);
  let unit = 0;
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  const digits = unit >= 3 ? 2 : 1;
  return `${unit === 0 ? String(rest) : String(Number(rest.toFixed(digits)))} ${UNITS[unit] ?? ''}`;
}
