/** Tolerances as people write them: "4 ULP or 1e-5 relative". */
import type { Tolerance } from '../../protocol/replay/verification';

export type Bounds = Pick<Tolerance, 'absolute' | 'relative' | 'ulp'>;

export const BIT_EQUAL: Bounds = { absolute: 0, relative: 0, ulp: 0 };

/** Or why it is none. */
export function parseTolerance(text: string): Bounds | string {
  let bounds = BIT_EQUAL;
  for (const part of text.split(/\bor\b|,/i)) {
    const [, number, unit] = /^\s*(\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(ulp|relative|absolute)\s*$/i.exec(part) ?? [];
    if (number === undefined || unit === undefined) return 'Such as: 4 ULP or 1e-5 relative or 1e-7 absolute';
    if (unit.toLowerCase() === 'ulp' && !/^\d+$/.test(number)) return 'ULP are whole numbers.';
    bounds = { ...bounds, [unit.toLowerCase()]: Number(number) };
  }
  return bounds;
}

export function toleranceText({ ulp, relative, absolute }: Bounds): string {
  const bounds = [
    ...(ulp > 0 ? [`${String(ulp)} ULP`] : []),
    ...(relative > 0 ? [`${String(relative)} relative`] : []),
    ...(absolute > 0 ? [`${String(absolute)} absolute`] : []),
  ];
  return bounds.join(' or ');
}
