/** A small histogram: bars side by side, a mark where one value stands. */
import { nothing, svg, html, type TemplateResult } from 'lit-html';

export interface DrawnHistogram {
  /** Counts in equal parts from `least` to `most`. */
  readonly bins: readonly number[];
  readonly least: number;
  readonly most: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** CSS colour. */
  readonly colour: string;
  /** A value that is marked, in the units of `least`. */
  readonly mark?: number | undefined;
  /** What it says to who does not see it; without it stands beside its numbers. */
  readonly label?: string;
}

export function histogramPlot({ bins, least, most, width, height, colour, mark, label }: DrawnHistogram): TemplateResult {
  const highest = Math.max(1, ...bins);
  const step = width / Math.max(1, bins.length);
  const at =
    mark === undefined || most <= least ? undefined : (Math.min(Math.max(0, (mark - least) / (most - least)), 1) * width).toFixed(1);
  const bars = bins.map((count, i) => {
    if (count === 0) return nothing;
    // What is there is seen, however little it is.
    const high = Math.max(1, ((height - 1) * count) / highest);
    return svg`<rect x=${(i * step).toFixed(2)} y=${(height - high).toFixed(1)} width=${Math.max(1, step - 0.5).toFixed(2)} height=${high.toFixed(1)} fill=${colour}></rect>`;
  });
  return html`<svg
    class="histogram"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    role=${label === undefined ? nothing : 'img'}
    aria-label=${label ?? nothing}
    aria-hidden=${label === undefined ? 'true' : nothing}
  >
    <line x1="0" x2=${width} y1=${height - 0.5} y2=${height - 0.5} class="base"></line>
    ${bars}${at === undefined ? nothing : svg`<line x1=${at} x2=${at} y1="0" y2=${height} class="mark"></line>`}
  </svg>`;
}
