/** Which part of the time of what encloses it a row has. */
import type { Row } from '../../../protocol/capture/recordRows';
import { isScope } from '../scopeRow';

/** What shares are of. */
export type ShareOf = 'parent' | 'scope';

/** From 0 to 1, more where things ran side by side; undefined where nothing is known. `enclosing` has the outermost first. */
export function shareOf(
  row: Row,
  enclosing: readonly Row[],
  of: ShareOf,
  timeOf: (row: Row) => bigint | undefined,
  whole: bigint,
): number | undefined {
  const own = timeOf(row);
  if (own === undefined) return undefined;
  const around = [...enclosing].reverse();
  const parent = around.find((one) => (of === 'parent' || isScope(one)) && timeOf(one) !== undefined);
  const parentTime = (parent === undefined ? undefined : timeOf(parent)) ?? whole;
  return parentTime === 0n ? undefined : Number(own) / Number(parentTime);
}
