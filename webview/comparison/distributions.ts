/** Times of one function or record in both profiles: A above the line, B below it, on one scale. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { ComparedSamples } from '../../protocol/profile/profileComparison';
import { medianOf } from '../../protocol/measurement/statistics';
import { inUnit, unitFor } from '../widgets/timeUnit';

const WIDTH = 320;
const HALF = 54;
const BINS = 64;

/** Counts of both in equal parts of one scale. */
export interface Bins {
  readonly low: number;
  readonly high: number;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** From the least of all to their 99th percentile: what is beyond is in the last part. */
export function binsOf({ a, b }: ComparedSamples, parts = BINS): Bins {
  const sorted = [...a, ...b].sort((one, other) => one - other);
  const low = sorted[0] ?? 0;
  const most = sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))] ?? 0;
  const high = most > low ? most : low + 1;
  const count = (samples: readonly number[]): readonly number[] => {
    const bins = new Array<number>(parts).fill(0);
    for (const ns of samples) {
      const at = Math.min(parts - 1, Math.floor((parts * (ns - low)) / (high - low)));
      bins[at] = (bins[at] ?? 0) + 1;
    }
    return bins;
  };
  return { low, high, a: count(a), b: count(b) };
}

export function distributions(samples: ComparedSamples): TemplateResult {
  const bins = binsOf(samples);
  const unit = unitFor(bins.high);
  const most = Math.max(1, ...bins.a, ...bins.b);
  const step = WIDTH / bins.a.length;
  const bars = (counts: readonly number[], className: string, up: boolean): readonly TemplateResult[] =>
    counts.map((count, i) => {
      const height = count === 0 ? 0 : Math.max(1.5, (HALF * count) / most);
      return svg`<rect class=${className} x=${i * step} width=${Math.max(1, step - 1)} y=${up ? HALF - height : HALF} height=${height} />`;
    });
  const sides = [
    ['A', samples.a],
    ['B', samples.b],
  ] as const;
  const words = sides.map(([name, of]) =>
    of.length === 0 ? `${name} has none` : `${name}: ${String(of.length)} samples, median ${inUnit(medianOf(of), unit)} ${unit.name}`,
  );
  return html`<svg
      class="two-sided"
      viewBox="0 0 ${WIDTH} ${2 * HALF}"
      role="img"
      aria-label=${words.join('; ')}
      preserveAspectRatio="none"
    >
      ${bars(bins.a, 'a', true)} ${bars(bins.b, 'b', false)} ${svg`<line x1="0" x2=${WIDTH} y1=${HALF} y2=${HALF} />`}
    </svg>
    <div class="axis m dim"><span>${inUnit(bins.low, unit)}</span><span>${unit.name}</span><span>${inUnit(bins.high, unit)}</span></div>
    <p class="m">
      ${words.map((said, i) => html`<span class=${i === 0 ? 'a-mark' : 'b-mark'}>${i === 0 ? '●' : '◆'}</span> ${said}<br />`)}
    </p>`;
}
