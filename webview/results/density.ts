/** Where samples lie, as a smooth curve: a kernel density estimate with Gaussian kernels. */

export interface Density {
  readonly x: readonly number[];
  /** Relative to the highest: 0 to 1. */
  readonly y: readonly number[];
}

const POINTS = 96;
/** Kernels beyond this many bandwidths add nothing that is seen. */
const REACH = 4;
/** Samples that are looked at; more do not change the curve. */
const MAX_SAMPLES = 1024;

/** The density of `samples` over [low, high]; flat when there are none. */
export function density(samples: Float64Array, low: number, high: number): Density {
  const x = Array.from({ length: POINTS }, (_, i) => low + ((high - low) * i) / (POINTS - 1));
  const used = samples.length > MAX_SAMPLES ? samples.filter((_, i) => i % Math.ceil(samples.length / MAX_SAMPLES) === 0) : samples;
  const width = bandwidth(used, (high - low) / POINTS);
  const heights = x.map((at) =>
    used.reduce((sum, sample) => {
      const distance = (at - sample) / width;
      return Math.abs(distance) > REACH ? sum : sum + Math.exp(-0.5 * distance * distance);
    }, 0),
  );
  const highest = Math.max(...heights, Number.MIN_VALUE);
  return { x, y: heights.map((height) => height / highest) };
}

/** Half of Silverman's rule of thumb, 0.9 min(sigma, IQR / 1.34) n^(-1/5), which smooths groups of times away; at least `least`. */
function bandwidth(samples: Float64Array, least: number): number {
  const count = samples.length;
  if (count < 2) return Math.max(least, Number.MIN_VALUE);
  const sorted = [...samples].sort((a, b) => a - b);
  const mean = samples.reduce((sum, value) => sum + value, 0) / count;
  const sigma = Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1));
  const quartiles = (sorted[Math.floor(0.75 * (count - 1))] ?? 0) - (sorted[Math.floor(0.25 * (count - 1))] ?? 0);
  const spread = quartiles > 0 ? Math.min(sigma, quartiles / 1.34) : sigma;
  return Math.max(least, 0.45 * spread * count ** -0.2, Number.MIN_VALUE);
}
