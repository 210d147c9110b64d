/** What elements are from afar, before and after. */
import { html, type TemplateResult } from 'lit-html';
import type { ElementStatistics } from '../../../protocol/replay/inspection';
import { grouped, shortNumber } from '../../widgets/numbers';
import { histogram } from './histogram';

const FIGURES: readonly { readonly label: string; readonly of: (statistics: ElementStatistics) => string }[] = [
  { label: 'min', of: ({ minimum }) => minimum },
  { label: 'max', of: ({ maximum }) => maximum },
  { label: 'mean', of: ({ mean }) => mean },
  { label: 'NaN', of: ({ nan }) => grouped(nan) },
  { label: 'infinite', of: ({ infinite }) => grouped(infinite) },
  { label: 'zero', of: ({ zero }) => grouped(zero) },
];

export function figures(before: ElementStatistics, after: ElementStatistics): TemplateResult {
  return html`<div class="sec">
    <h4>Statistics <em>all ${grouped(after.count)} elements</em></h4>
    <div class="figures">
      <table class="mini" aria-label="Statistics before and after">
        <thead>
          <tr>
            <td></td>
            <th scope="col" class="r">Before</th>
            <th scope="col" class="r">After</th>
          </tr>
        </thead>
        <tbody>
          ${FIGURES.map(
            ({ label, of }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td class="r" title=${of(before)}>${shortNumber(of(before))}</td>
                <td class="r ${of(before) === of(after) ? 'dim' : ''}" title=${of(after)}>${shortNumber(of(after))}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <div class="distribution"><span class="dim">before</span>${histogram(before)}</div>
      <div class="distribution"><span class="dim">after</span>${histogram(after)}</div>
    </div>
  </div>`;
}
