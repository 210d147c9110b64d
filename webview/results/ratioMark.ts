/** Ratios with their intervals, in cells of a table. */
import { html, svg, type TemplateResult } from 'lit-html';
import { factorBounds, factorWords, type Ratio } from './ratio';
import type { DrawnCell } from './sortableTable';
import type { Column } from './tables';

export interface RatioScale {
  readonly low: number;
  readonly high: number;
}

const WIDTH = 160;
const HEIGHT = 18;

/** One scale for all rows, with "no change" in it. */
export function scaleOf(rows: readonly Ratio[]): RatioScale {
  const low = Math.min(0.95, ...rows.map(({ interval }) => interval[0]));
  const high = Math.max(1.05, ...rows.map(({ interval }) => interval[1]));
  return { low, high };
}

export function ratioColumn(what: string, { low, high }: RatioScale): Column {
  return { title: `${low.toFixed(2)} ratio ${high.toFixed(2)}`, exported: `Ratio ${what}` };
}

/** The ratio and its interval beside "no change". */
export function ratioMark(ratio: Ratio, scale: RatioScale): DrawnCell {
  return { text: '', value: ratio.ratio, drawn: mark(ratio, scale) };
}

function mark({ ratio, interval, verdict }: Ratio, { low, high }: RatioScale): TemplateResult {
  const at = (value: number): number => 4 + ((WIDTH - 8) * (value - low)) / (high - low);
  return html`<svg class="ci ${verdict}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="interval of the ratio">
    ${svg`<line class="one" x1=${at(1)} x2=${at(1)} y1="0" y2=${HEIGHT} />
      <line x1=${at(interval[0])} x2=${at(interval[1])} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
      <circle cx=${at(ratio)} cy=${HEIGHT / 2} r="3.500" />`}
  </svg>`;
}

/** The verdict in words, with the interval: sorted by the ratio, and words in every file. */
export function ratioCell(ratio: Ratio): DrawnCell {
  const [low, high] = factorBounds(ratio);
  const words = factorWords(ratio);
  const className = { faster: 'good', slower: 'badt', 'no-difference': 'dim' }[ratio.verdict];
  const bounds = `[${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const text = `${words} ${bounds}`;
  return {
    ...{ text, value: ratio.ratio, exact: text },
    drawn: html`<span class=${className}>${words}</span> <span class="dim">${bounds}</span>`,
  };
}
