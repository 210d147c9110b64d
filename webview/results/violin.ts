/** The distribution of a row's times about their own median, small enough for a cell; all on one scale. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { BenchmarkRow } from '../../protocol/benchmark';
import { density } from './density';

/** Parts of the median that a scale reaches below and above it. */
export interface ViolinScale {
  readonly low: number;
  readonly high: number;
}

const LEAST = 0.005;
const MOST = 0.5;

/** One scale on which the widest of the rows is seen, so that a wide one is wide. */
export function violinScale(rows: readonly BenchmarkRow[]): ViolinScale {
  const reach = rows.map(({ statistics: { p5, p95, median } }) => (median === 0 ? 0 : Math.max(p95 - median, median - p5) / median));
  const widest = Math.min(MOST, Math.max(LEAST, ...reach));
  return { low: -1.2 * widest, high: 1.8 * widest };
}

const WIDTH = 120;
const HEIGHT = 18;

export function violin({ samples, statistics }: BenchmarkRow, scale: ViolinScale): TemplateResult {
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
  return html`<span class="violin"
    ><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="distribution">
      <polygon points=${outline} />
      ${svg`<rect class="interval" x=${at(interval[0])} y="5" width=${Math.max(1, at(interval[1]) - at(interval[0]))} height=${HEIGHT - 10} />`}
      ${svg`<line x1=${at(median)} x2=${at(median)} y1="1" y2=${HEIGHT - 1} />`}
    </svg>
    <span class="dim">${beyond > 0 ? `+${String(beyond)}` : ''}</span></span
  >`;
}
