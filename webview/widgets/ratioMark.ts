/** Differences with their intervals, in cells of a table. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { Difference } from '../../protocol/measurement/difference';
import { differenceText, differenceWords, intervalWords, missingSentence } from '../../protocol/words/differenceWords';
import type { Column, DrawnCell } from './tables';

export interface RatioScale {
  readonly low: number;
  readonly high: number;
}

const WIDTH = 160;
const HEIGHT = 18;

/** What has no interval is not drawn. */
const isDrawn = ({ missing }: Difference): boolean => missing !== 'unmeasurable';

/** One scale for all rows, with "no change" in it. */
export function scaleOf(rows: readonly Difference[]): RatioScale {
  const drawn = rows.filter(isDrawn);
  const low = Math.min(0.95, ...drawn.map(({ interval }) => interval[0]));
  const high = Math.max(1.05, ...drawn.map(({ interval }) => interval[1]));
  return { low, high };
}

export function ratioColumn(what: string, { low, high }: RatioScale): Column {
  return { title: `${low.toFixed(2)} ratio ${high.toFixed(2)}`, exported: `Ratio ${what}` };
}

/** The ratio and its interval beside "no change". */
export function ratioMark(said: Difference, scale: RatioScale): DrawnCell {
  return isDrawn(said) ? { text: '', value: said.ratio, drawn: mark(said, scale) } : { text: '' };
}

function mark(said: Difference, { low, high }: RatioScale): TemplateResult {
  const { ratio, interval, verdict } = said;
  const at = (value: number): number => 4 + ((WIDTH - 8) * (value - low)) / (high - low);
  return html`<svg class="ci ${verdict}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${differenceText(said)}>
    ${svg`<line class="one" x1=${at(1)} x2=${at(1)} y1="0" y2=${HEIGHT} />
      <line x1=${at(interval[0])} x2=${at(interval[1])} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
      <circle cx=${at(ratio)} cy=${HEIGHT / 2} r="3.500" />`}
  </svg>`;
}

const CLASSES = { faster: 'good', slower: 'badt', 'no-difference': 'dim', 'not-known-yet': 'dim' } as const;

/** The verdict in words, in the colour that says what it is. */
export function verdictMark(said: Difference, title: string): TemplateResult {
  return html`<span class=${CLASSES[said.verdict]} title=${title}>${differenceWords(said)}</span>`;
}

/** The verdict in words, with the interval, and what is missing where one looks closer: sorted by the ratio, and words in every file. */
export function ratioCell(said: Difference): DrawnCell {
  const text = differenceText(said);
  const words = differenceWords(said);
  return {
    ...{ text, value: said.ratio, exact: text },
    drawn: html`<span class="ratio-words" title=${missingSentence(said) ?? ''}
      ><span class=${CLASSES[said.verdict]}>${words}</span> <span class="dim">${text === words ? '' : intervalWords(said)}</span></span
    >`,
  };
}
