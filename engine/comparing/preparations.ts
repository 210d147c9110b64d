/** How far the same code may be from itself, prepared again and again: where its memory happens to lie makes times, too. */
import { medianOf } from '../../protocol/measurement/statistics';

/** Fewer tell nothing about that. */
export const LEAST_PREPARATIONS = 3;

/**
 * Student's t for 98 % on both sides, of 5, 7, 9, ... degrees of freedom: those of three preparations, four, ... An interval has to
 * exclude this on top of its own 95 %, and the original prepared a second time has to confirm it.
 */
const STUDENT = [3.365, 2.998, 2.821, 2.718, 2.65, 2.602] as const;

/**
 * How far a candidate that is the original may be from it, in parts, by what of it is not the samples' own: each preparation has
 * medians of the original, the candidate and the original once more, on a logarithmic scale. The two originals differ by twice the
 * variance that a preparation makes, and the candidate from their mean by one and a half times: both estimate it, the second about
 * its own mean. Undefined of fewer than three preparations.
 */
export function noiseOfPreparations(
  [original, candidate, again]: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
  preparations: readonly number[],
): number | undefined {
  const itself: number[] = [];
  const other: number[] = [];
  let from = 0;
  for (const pairs of preparations) {
    if (pairs === 0) continue;
    const medians = [original, candidate, again].map((times) =>
      Math.log(medianOf(Float64Array.from({ length: pairs }, (_, i) => times[from + i] ?? NaN))),
    );
    const [a = NaN, b = NaN, c = NaN] = medians;
    itself.push(a - c);
    other.push(b - (a + c) / 2);
    from += pairs;
  }
  const count = itself.length;
  if (count < LEAST_PREPARATIONS) return undefined;
  const mean = other.reduce((sum, value) => sum + value, 0) / count;
  const squares = (values: readonly number[], about: number): number => values.reduce((sum, value) => sum + (value - about) ** 2, 0);
  const variance = (squares(itself, 0) / 2 + squares(other, mean) / 1.5) / (2 * count - 1);
  const student = STUDENT[Math.min(count - LEAST_PREPARATIONS, STUDENT.length - 1)] ?? Infinity;
  const noise = Math.expm1(student * Math.sqrt((1.5 * variance) / count));
  return Number.isFinite(noise) ? noise : undefined;
}
