/** Whether a time is rather the good one's or the bad one's, where that is known. */
import type { Difference, Missing } from '../../protocol/measurement/difference';
import type { Answer } from './search';

/** Where these are missing, an interval says nothing. */
const SAYS_NOTHING: readonly Missing[] = ['unmeasurable', 'ten-samples', 'noise', 'disturbed', 'heaps', 'drift', 'recorded'];

/** All that the ratio may be: by either measurement of the good one, and by how far the same is from itself. */
function possible({ interval, again, noise, missing }: Difference): readonly [low: number, high: number] | undefined {
  if (noise === undefined || (missing !== undefined && SAYS_NOTHING.includes(missing))) return undefined;
  const low = Math.min(interval[0], again?.interval[0] ?? Infinity) / (1 + noise);
  const high = Math.max(interval[1], again?.interval[1] ?? 0) * (1 + noise);
  return low > 0 && Number.isFinite(high) ? [low, high] : undefined;
}

/** A ratio of times, the good one's to another's, that divides what is as the good one from what is as the bad one. */
export interface TimeLimit {
  readonly ratio: number;
  /** What the bad one is. */
  readonly bad: 'slower' | 'faster';
}

/** Halfway, in proportion, to the least that the bad one may differ by; undefined where that it differs is not known. */
export function limitOf(bad: Difference): TimeLimit | undefined {
  const { verdict } = bad;
  const bounds = possible(bad);
  if (bounds === undefined || (verdict !== 'slower' && verdict !== 'faster')) return undefined;
  const least = verdict === 'slower' ? bounds[1] : bounds[0];
  return (verdict === 'slower') === least < 1 && least !== 1 ? { ratio: Math.sqrt(least), bad: verdict } : undefined;
}

/** On which side of the limit it lies, with all that it may be; `unknown` where that is not one side. */
export function sideOfLimit(difference: Difference, { ratio, bad }: TimeLimit): Answer {
  const bounds = possible(difference);
  if (bounds === undefined) return 'unknown';
  const [low, high] = bounds;
  const [isBelow, isAbove] = [high < ratio, low > ratio];
  if (!isBelow && !isAbove) return 'unknown';
  if ((bad === 'slower') === isAbove) return 'good';
  return difference.verdict === bad ? 'bad' : 'unknown';
}
