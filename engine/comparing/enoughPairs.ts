/** When what was measured in pairs needs no more of them. */
import type { PairedRow } from '../../protocol/replay/substitution';

/** A difference of so many widths of its interval is no chance, and known well enough. */
const FAR = 5;
/** Pairs go on until the interval is narrower than this, and tells: or narrower than the other, beyond which it is the machine. */
const NARROW = 0.01;
const NARROWEST = 0.0025;
/** After so many preparations a speed that depends on inputs does not do so by chance. */
const PREPARATIONS_THAT_TELL = 12;

/** The interval of what the verdict is about is narrow, and tells; or nothing that is measured longer would tell more. */
export function isEnough(row: PairedRow | undefined): boolean {
  if (row === undefined || row.missing === 'unmeasurable') return true;
  if (row.missing === 'inputs' && (row.preparations ?? []).length >= PREPARATIONS_THAT_TELL) return true;
  const width = row.interval[1] / row.interval[0] - 1;
  const isFarFromOne = Math.abs(Math.log(row.ratio)) > FAR * Math.log1p(width);
  return width < NARROWEST || ((width < NARROW || isFarFromOne) && row.verdict !== 'not-known-yet');
}
