/** What samples say of the headline, with the way to them. */
import { html, type TemplateResult } from 'lit-html';
import type { SampledCause } from './headline';

export function causeLine({ sentence, kernel }: SampledCause, show: () => void): TemplateResult {
  return html`<div class="basis cause">
    ${sentence ?? `Samples of ${kernel}:`}
    <button class="a" title="The loops and lines of ${kernel} in both profiles" @click=${show}>Loops and Lines</button>
  </div>`;
}
