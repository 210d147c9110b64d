/** Ranges of two replays, compared, with where they differ. */
import type { ComparedRange, Tolerance } from '../../protocol/replay/verification';
import { compareElements, sizeOf, type Type } from './comparing';
import { mismatchOf } from './mismatch';

/** A map of where a range differs is two thousand numbers. */
const MOST_MISMATCHES = 2;

/** A range, and where it is. */
export interface RangePlace {
  readonly record: number;
  readonly via?: number;
  readonly buffer: string;
  readonly offset: string;
  readonly length: string;
  readonly function?: string;
}

/** Compares what is at a place on both sides. */
export type CompareRanges = (place: RangePlace, expected: Uint8Array, actual: Uint8Array, type: Type) => Promise<ComparedRange>;

/** Says of the first ranges that differ where they do; `names` are of functions that may tell shapes. */
export function comparingRanges(tolerance: Tolerance, names: readonly string[]): CompareRanges {
  let left = MOST_MISMATCHES;
  return async (place, expected, actual, type) => {
    const { first, ...comparison } = await compareElements(expected, actual, type, tolerance);
    const range: ComparedRange = { ...place, type, ...comparison };
    if (first === undefined) return range;
    const byteOffset = String(BigInt(place.offset) + BigInt(first.index) * BigInt(sizeOf(type)));
    const found = { ...range, first: { ...first, byteOffset } };
    if (range.agrees || left === 0) return found;
    left--;
    const known = place.function === undefined ? names : [place.function];
    return { ...found, mismatch: await mismatchOf({ expected, actual, type, tolerance }, Number(first.index), known) };
  };
}
