/** An axis on which equal distances are equal ratios. */

export interface LogScale {
  readonly low: number;
  readonly high: number;
  /** Where a value is, from 0 at the low end to 1 at the high one. */
  readonly at: (value: number) => number;
  /** Powers of ten with their halves and fifths, as many as an axis has room for. */
  readonly ticks: readonly number[];
}

/** Ticks of which an axis can have no more. */
const MOST_TICKS = 8;

/** From the least of these values to the most, with room in decades. Values are above zero, and there is one at least. */
export function logScale(values: readonly number[], room: { readonly below: number; readonly above: number }): LogScale {
  const low = Math.log10(Math.min(...values)) - room.below;
  const high = Math.log10(Math.max(...values)) + room.above;
  return {
    low: 10 ** low,
    high: 10 ** high,
    at: (value) => (Math.log10(value) - low) / (high - low),
    ticks: ticksWithin(low, high),
  };
}

/** Exponents from and to. */
function ticksWithin(low: number, high: number): readonly number[] {
  const decades = Array.from({ length: Math.floor(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
  const within = (parts: readonly number[], step: number): readonly number[] =>
    decades
      .filter((exponent) => exponent % step === 0)
      .flatMap((exponent) => parts.map((part) => Number(`${String(part)}e${String(exponent)}`)))
      .filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
  const choices = [within([1, 2, 5], 1), within([1, 3], 1), within([1], 1), within([1], 2), within([1], 3)];
  return choices.find((ticks) => ticks.length <= MOST_TICKS) ?? within([1], 6);
}
