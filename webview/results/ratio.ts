/** How many times as fast one thing is as another. */
import type { SampleStatistics } from '../../protocol/statistics';

export interface Ratio {
  /** Time of the first / time of the second: above 1 the second is faster. */
  readonly ratio: number;
  /** 95 %. */
  readonly interval: readonly [low: number, high: number];
  readonly verdict: 'faster' | 'slower' | 'no-difference';
}

/** Of the normal distribution, 95 % on both sides. */
const Z = 1.96;

/**
 * The ratio of two medians that were measured apart. The interval is that of independent medians on a logarithmic scale, their
 * standard errors taken from their own intervals (Price and Bonett, "Distribution-free confidence intervals for difference and ratio
 * of medians", 2002). A difference within `noise`, in parts, is none: runs differ by so much from each other.
 */
export function ratioOfMedians(first: SampleStatistics, second: SampleStatistics, noise = 0): Ratio {
  if (first.median === 0 || second.median === 0) return { ratio: 1, interval: [0, Infinity], verdict: 'no-difference' };
  const ratio = first.median / second.median;
  const relative = ({ interval: [low, high], median }: SampleStatistics): number => (high - low) / (2 * Z * median);
  const reach = Math.exp(Z * Math.hypot(relative(first), relative(second)));
  const interval = [ratio / reach, ratio * reach] as const;
  const within = (interval[0] <= 1 && interval[1] >= 1) || Math.abs(1 - 1 / ratio) <= noise;
  return { ratio, interval, verdict: within ? 'no-difference' : ratio > 1 ? 'faster' : 'slower' };
}

/** The interval of the factor that is said: of the slowdown, where it is slower. */
export function factorBounds({ verdict, interval: [low, high] }: Ratio): readonly [number, number] {
  return verdict === 'slower' ? [1 / high, 1 / low] : [low, high];
}

/** "1.31x faster", "no difference"; a factor above 1 either way. */
export function factorWords({ ratio, verdict }: Ratio): string {
  return verdict === 'no-difference' ? 'no difference' : `${Math.max(ratio, 1 / ratio).toFixed(2)}x ${verdict}`;
}

/** "1.31x faster [1.28, 1.34]", behind "is". */
export function ratioWords(ratio: Ratio): string {
  const [low, high] = factorBounds(ratio);
  const words = ratio.verdict === 'no-difference' ? 'no different' : factorWords(ratio);
  return `${words} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
