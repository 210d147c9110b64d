/** Where the time went between A and B: a bar for each function that differs, from the sum of A to the sum of B. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { ProfileDiffRow } from '../../protocol/profileComparison';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { ComparisonContext } from './context';
import { saidOf } from './said';

const WIDTH = 1000;
const HEIGHT = 220;
const TOP = 20;
const FOOT = 34;
/** Bars between the two sums; what is beyond is one bar together. */
const MOST_BARS = 9;

/** One bar: from where to where, and whether what it shows is told. */
export interface Bar {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'sum' | 'faster' | 'slower' | 'untold';
  readonly row?: ProfileDiffRow;
}

/** Nanoseconds; the bars follow each other without a gap, by the absolute difference. */
export function barsOf(functions: readonly ProfileDiffRow[], beforeNs: number, afterNs: number): readonly Bar[] {
  const bars: Bar[] = [{ label: 'A', from: 0, to: beforeNs, kind: 'sum' }];
  let at = beforeNs;
  const own = functions.length <= MOST_BARS ? functions : functions.slice(0, MOST_BARS - 1);
  for (const row of own) {
    const verdict = saidOf(row)?.verdict;
    const kind = verdict === 'faster' || verdict === 'slower' ? verdict : 'untold';
    bars.push({ label: row.key, from: at, to: at + row.differenceNs, kind, row });
    at += row.differenceNs;
  }
  if (own.length < functions.length)
    bars.push({ label: `${String(functions.length - own.length)} others`, from: at, to: afterNs, kind: 'untold' });
  return [...bars, { label: 'B', from: 0, to: afterNs, kind: 'sum' }];
}

/** The axis is cut where the sums are long against what changes. */
export function axisOf(bars: readonly Bar[]): { readonly low: number; readonly high: number } {
  const ends = bars.flatMap(({ from, to, kind }) => (kind === 'sum' ? [to] : [from, to]));
  const [least, most] = [Math.min(...ends), Math.max(...ends, 1)];
  const low = least - 2 * (most - least);
  return { low: low <= 0 ? 0 : low, high: most };
}

export function waterfall(context: ComparisonContext, short: (name: string) => string): TemplateResult {
  const { functions, beforeNs, afterNs } = context.compared;
  const bars = barsOf(functions, beforeNs, afterNs);
  const { low, high } = axisOf(bars);
  const unit = unitFor(high);
  const step = WIDTH / bars.length;
  const y = (ns: number): number => TOP + ((HEIGHT - TOP - FOOT) * (high - Math.max(low, ns))) / Math.max(1, high - low);
  const text = (ns: number): string => inUnit(ns, unit).replace('-', '−');
  return html`<section class="block wide waterfall">
    <h2>Where the time went <em>${unit.name}${low === 0 ? '' : `, axis cut at ${text(low)}`}</em></h2>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Time of all executions in A and B, and what each function adds or takes; the table below has the numbers"
    >
      ${bars.map(({ label, from, to, kind, row }, i) => {
        const [x, width] = [i * step + step * 0.16, step * 0.68];
        const [above, below] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
        const said = kind === 'sum' ? text(to) : `${to > from ? '+' : ''}${text(to - from)}`;
        const next = bars[i + 1];
        return svg`<g
          class="bar ${kind}"
          data-name=${label}
          @click=${() => row !== undefined && context.select(row)}
        >
          <title>${label}: ${said} ${unit.name}</title>
          <rect x=${x} y=${above} width=${width} height=${Math.max(1, below - above)} />
          ${next === undefined ? nothing : svg`<line x1=${x + width} x2=${x + step} y1=${y(to)} y2=${y(to)} />`}
          <text x=${x + width / 2} y=${above - 5} text-anchor="middle">${said}</text>
          <text class="name" x=${x + width / 2} y=${HEIGHT - 12} text-anchor="middle">${clipped(short(label), step)}</text>
        </g>`;
      })}
    </svg>
  </section>`;
}

/** About a character in seven units. */
function clipped(name: string, width: number): string {
  const most = Math.max(3, Math.floor(width / 6.2));
  return name.length <= most ? name : `${name.slice(0, Math.ceil(most / 2) - 1)}…${name.slice(name.length - Math.floor(most / 2))}`;
}
