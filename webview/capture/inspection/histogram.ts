/** Where the elements lie between the smallest and the largest. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { ElementStatistics } from '../../../protocol/replay/inspection';
import { grouped, shortNumber } from '../../widgets/numbers';

const HEIGHT = 40;
const BAR = 5;
/** Of its ends, which stand beside each other in a narrow place; all digits are in the table beside it. */
const DIGITS = 4;

export function histogram({ histogram: counts, minimum, maximum }: ElementStatistics): TemplateResult {
  const most = Math.max(...counts, 1);
  const width = counts.length * BAR;
  const description = `Histogram from ${minimum} to ${maximum}, at most ${grouped(most)} elements in a part`;
  return html`<figure class="histogram">
    <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${description}>
      ${counts.map((count, i) => {
        const height = count === 0 ? 0 : Math.max(1, (HEIGHT * count) / most);
        return svg`<rect x=${i * BAR} y=${HEIGHT - height} width=${BAR - 1} height=${height}><title>${grouped(count)}</title></rect>`;
      })}
    </svg>
    <figcaption>
      <span title=${minimum}>${shortNumber(minimum, DIGITS)}</span><span title=${maximum}>${shortNumber(maximum, DIGITS)}</span>
    </figcaption>
  </figure>`;
}
