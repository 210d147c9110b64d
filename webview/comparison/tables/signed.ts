/** Differences and shares as cells. */
import type { GridCell } from '../../widgets/gridRows';
import { inUnit, type TimeUnit } from '../../widgets/timeUnit';

/** "+1.5" and "−1.5". */
export const signed = (text: string, value: number): string => `${value > 0 ? '+' : ''}${text}`.replace('-', '−');

/** Sorted and filtered by how much it is, whatever its sign; exported with that. */
export function differenceCell(ns: number, unit: TimeUnit): GridCell {
  return { text: signed(inUnit(ns, unit), ns), value: Math.abs(ns), exact: String(ns) };
}

/** "+12.5 %" of a difference to what was before; nothing where there was nothing. */
export function changeCell(before: number | undefined, difference: number): GridCell {
  if (before === undefined || before === 0) return { text: '' };
  const part = difference / before;
  return { text: signed(`${(100 * part).toFixed(1)} %`, part), value: Math.abs(part), exact: String(part) };
}
