/** A part of a whole, as text and as a bar. */
import { html, type TemplateResult } from 'lit-html';

/** "12.3 %", "<0.1 %". */
export function percent(part: number, whole: number): string {
  const value = whole === 0 ? 0 : (100 * part) / whole;
  return value > 0 && value < 0.1 ? '<0.1 %' : `${value.toFixed(1)} %`;
}

/** The bar is as long as the part is of `longest`. */
export function share(part: number, whole: number, longest: number, colour = 'var(--heat)'): TemplateResult {
  return html`<span class="share"
    ><b>${percent(part, whole)}</b
    ><span class="bar"><i style="width:${longest === 0 ? 0 : (100 * part) / longest}%;background:${colour}"></i></span
  ></span>`;
}
