/** The distribution of a row's times about their own median, small enough for a cell; all on one scale. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import { density } from './density';

/** Parts of the median that a scale reaches below and above it. */
export interface ViolinScale {
  readonly low: number;
  readonly high: number;
}

const LEAST = 0.005;
const MOST = 0.5;

/**
 * One scale for all of the rows, on which the shape of the middling one is seen: a wider one is wide, and what of it lies beyond is
 * counted at the edge; on the scale of the widest, which a single disturbed row sets, all others would be lines.
 */
export function violinScale(rows: readonly { readonly statistics: Pick<SampleStatistics, 'p5' | 'p95' | 'median'> }[]): ViolinScale {
  const reach = rows
    .map(({ statistics: { p5, p95, median } }) => (median === 0 ? 0 : Math.max(p95 - median, median - p5) / median))
    .sort((a, b) => a - b);
  const middling = Math.min(MOST, Math.max(LEAST, reach[reach.length >> 1] ?? LEAST));
  return { low: -1.5 * middling, high: 2.5 * middling };
}

const WIDTH = 120;
const HEIGHT = 18;

export function violin(
  { samples, statistics }: { readonly samples: Float64Array; readonly statistics: SampleStatistics },
  scale: ViolinScale,
  colour: string,
): TemplateResult {
  const { median, interval } = statistics;
  const [low, high] = [median * (1 + scale.low), median * (1 + scale.high)];
  const beyond = samples.filter((sample) => sample > high || sample < low).length;
  const { y } = density(samples, low, high);
  const at = (value: number): number => (WIDTH * (value - low)) / (high - low || 1);
  const points = y.map((height, i) => [(WIDTH * i) / (y.length - 1), (height * HEIGHT) / 2] as const);
  const outline = [
    ...points.map(([x, half]) => `${x},${HEIGHT / 2 - half}`),
    ...[...points].reverse().map(([x, half]) => `${x},${HEIGHT / 2 + half}`),
  ].join(' ');
  return html`<span class="violin" style="--c:${colour}"
    ><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${described(statistics, beyond)}>
      <polygon points=${outline} />
      ${svg`<rect class="interval" x=${at(interval[0])} y="5" width=${Math.max(1, at(interval[1]) - at(interval[0]))} height=${HEIGHT - 10} />`}
      ${svg`<line x1=${at(median)} x2=${at(median)} y1="1" y2=${HEIGHT - 1} />`}
    </svg>
    <span class="dim">${beyond > 0 ? `+${String(beyond)}` : ''}</span></span
  >`;
}

const signed = (part: number): string => `${part < 0 ? '−' : '+'}${(100 * Math.abs(part)).toFixed(1)} %`;

/** The distribution in words. */
function described({ p5, p95, median }: SampleStatistics, beyond: number): string {
  if (median === 0) return 'distribution around zero';
  const words = `distribution: 5 to 95 % of samples within ${signed(p5 / median - 1)} to ${signed(p95 / median - 1)} of the median`;
  return beyond === 0 ? words : `${words}, ${String(beyond)} beyond the scale`;
}
