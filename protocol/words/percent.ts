/** Where a share lies, in parts of 1. */
interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** Where a share lies: 27.9 – 31.3 %. */
export const percentRange = ({ low, high }: ShareInterval): string => `${(100 * low).toFixed(1)} – ${percent(high)}`;

/** The same behind a share in percent: [27.9, 31.3]. */
export const percentInterval = ({ low, high }: ShareInterval): string => `[${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;

/** Shares as people read them: 30.5 %, <0.1 %, 0 %. */
export function percent(share: number): string {
  if (share <= 0) return '0 %';
  if (share < 0.0005) return '<0.1 %';
  return `${(100 * share).toFixed(1)} %`;
}
