/** The causes that explain where the time went, the largest first, each with where to look. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { timeText } from '../../widgets/timeUnit';
import { sentence } from '../../widgets/sentence';
import { links } from '../links';
import type { Cause } from '../../../protocol/profile/profile';
import type { Latest } from '../../widgets/latest';
import type { Actions } from '../actions';
import { percent } from '../../../protocol/words/percent';

const NOTHING = 'Nothing stands out: no function, wait, gap or worker costs more than its share.';

/** What it needs of a page with a timeline. */
export interface CauseContext {
  readonly model: { readonly summary: { readonly complete: boolean; readonly span: string } | undefined };
  readonly asked: { readonly causes: Pick<Latest<null, readonly Cause[]>, 'value' | 'problem'> };
  readonly actions: Pick<Actions, 'follow'>;
}

export function causeList(context: CauseContext, nothingElse = NOTHING): TemplateResult {
  const { asked, model } = context;
  const { value, problem } = asked.causes;
  if (value === undefined)
    return problem === undefined
      ? html`<p class="empty">${model.summary?.complete === true ? 'Looking for causes…' : 'Known when everything has been read.'}</p>`
      : html`<p class="empty bad" role="alert">${sentence(problem)}</p>`;
  if (value.length === 0) return html`<p class="empty">${nothingElse}</p>`;
  const span = Number(model.summary?.span ?? 0);
  const most = Math.max(...value.map(({ costNs }) => costNs));
  return html`<ol class="causes">
    ${value.map(
      ({ kind, sentence: words, evidence, costNs }) =>
        html`<li data-kind=${kind}>
          <span class="cost m">
            ${costNs === 0 ? nothing : html`${timeText(costNs)}<span class="dim"> ${percent(span === 0 ? 0 : costNs / span)}</span>`}
            <span class="bar" aria-hidden="true"><i style="width:${most === 0 ? 0 : ((100 * costNs) / most).toFixed(1)}%"></i></span>
          </span>
          <span class="why">
            <span>${links(context, words)}</span>
            ${evidence.length === 0 ? nothing : html`<span class="evidence">${evidence.map((one, i) => html`${i === 0 ? '' : ' · '}${links(context, [one])}`)}</span>`}
          </span>
        </li>`,
    )}
  </ol>`;
}
