/** What samples of two runs say about how long something took in each. */
import type { ComparedSide, SampledDifference } from '../../protocol/code/hotspotsComparison';

/** Samples of something. */
export interface SampleCount {
  readonly samples: number;
  /** Without those that stand for ones that the system could not take. */
  readonly taken: number;
}

/** What has fewer samples cannot be told from chance; as the report on hotspots has it. */
export const FEWEST_SAMPLES = 10;

/**
 * Runs that were sampled apart may differ by what the machine did meanwhile, and nothing says by how much: only what exceeds this is said
 * to have gained or lost.
 */
export const LEAST_FACTOR = 1.5;
/** What is certainly within this is unchanged. */
const SAME_FACTOR = 1.1;

/** 97.5 % of a standard normal distribution lie below it. */
const Z = 1.959963984540054;

/** Where a count of events without memory lies with 95 % confidence: Byar's approximation of the exact interval. */
export function countInterval(count: number): readonly [number, number] {
  const bound = (n: number, z: number): number => (n === 0 ? 0 : n * (1 - 1 / (9 * n) + z / (3 * Math.sqrt(n))) ** 3);
  return [bound(count, -Z), bound(count + 1, Z)];
}

/** Wilson (1927), of a proportion. */
function proportionInterval(part: number, whole: number): readonly [number, number] {
  if (whole === 0) return [0, 1];
  const p = part / whole;
  const z2n = (Z * Z) / whole;
  const centre = (p + z2n / 2) / (1 + z2n);
  const half = (Z / (1 + z2n)) * Math.sqrt((p * (1 - p)) / whole + z2n / (4 * whole));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** `nsPerSample` is undefined where samples are of no time. */
export function sideOf(count: SampleCount, all: SampleCount, nsPerSample: number | undefined): ComparedSide {
  const weight = count.taken === 0 ? 1 : count.samples / count.taken;
  const [low, high] = proportionInterval((all.taken * count.samples) / Math.max(all.samples, 1), all.taken);
  const [least, most] = countInterval(count.taken);
  const time = (samples: number): number => samples * (nsPerSample ?? 0);
  return {
    samples: count.samples,
    taken: count.taken,
    share: all.samples === 0 ? 0 : count.samples / all.samples,
    shareInterval: [low, high],
    ...(nsPerSample === undefined
      ? {}
      : { timeNs: time(count.samples), timeInterval: [time(least * weight), time(most * weight)] as const }),
  };
}

const unknown = (missing: string): SampledDifference => ({ verdict: 'not-known', missing });

/** `doubt` is why nothing can be said of these two, however many samples there are; nothing within the factor `least` is a difference. */
export function sampledDifference(
  before: ComparedSide | undefined,
  after: ComparedSide | undefined,
  doubt?: string,
  least = LEAST_FACTOR,
): SampledDifference {
  if (before === undefined || after === undefined) return unknown(doubt ?? 'Only one of the profiles has it.');
  const ratio = ratioOf(before, after);
  if (ratio === undefined) return unknown(doubt ?? (before.taken + after.taken === 0 ? 'It has no samples.' : NO_TIME(before, after)));
  if (doubt !== undefined) return { ...ratio, ...unknown(doubt) };
  if (Math.min(before.taken, after.taken) < FEWEST_SAMPLES) return { ...ratio, ...unknown('Too few samples to be told from chance.') };
  const [low, high] = ratio.interval;
  if (low > least) return { ...ratio, verdict: 'gained' };
  if (high < 1 / least) return { ...ratio, verdict: 'lost' };
  if (low > 1 / SAME_FACTOR && high < SAME_FACTOR) return { ...ratio, verdict: 'unchanged' };
  const isWide = high / low > least;
  return { ...ratio, ...unknown(isWide ? 'More samples would tell.' : 'Runs apart may differ by as much.') };
}

const NO_TIME = (before: ComparedSide, after: ComparedSide): string => {
  const side = after.taken === 0 ? 'now' : before.taken === 0 ? 'before' : undefined;
  return side === undefined
    ? 'Samples of this event are of no time.'
    : `It has no samples ${side}: a compiler may have put its work elsewhere.`;
};

/** Undefined without times, or without samples of one. */
function ratioOf(before: ComparedSide, after: ComparedSide): { readonly ratio: number; readonly interval: [number, number] } | undefined {
  if (before.timeNs === undefined || after.timeNs === undefined || before.taken === 0 || after.taken === 0) return undefined;
  // Of two counts, given their sum, one is binomial; what a sample is worth on each side only scales the ratio.
  const [low, high] = proportionInterval(before.taken, before.taken + after.taken);
  const worth = before.timeNs / before.taken / (after.timeNs / after.taken);
  const odds = (share: number): number => (worth * share) / (1 - share);
  return { ratio: before.timeNs / after.timeNs, interval: [odds(low), odds(high)] };
}

/** At least half of the kernel's difference lies in a part of it, beyond chance. */
export function makesMostOf(part: { readonly before: ComparedSide; readonly after: ComparedSide }, kernelNs: number): boolean {
  const { before, after } = part;
  if (before.timeNs === undefined || after.timeNs === undefined || kernelNs === 0) return false;
  const variance = (side: ComparedSide): number => (side.timeNs ?? 0) ** 2 / Math.max(side.taken, 1);
  const certain = (before.timeNs - after.timeNs) * Math.sign(kernelNs) - Z * Math.sqrt(variance(before) + variance(after));
  return certain > Math.abs(kernelNs) / 2;
}
