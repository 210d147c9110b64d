/** The functions that took most of the time, each leading to its row among the dispatches. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { percent } from '../../../protocol/words/percent';
import { functionName } from '../../widgets/functionName';
import type { Context } from '../context';

/** How many are listed: the table of dispatches has all. */
const MOST = 8;

export function mostTime({ model, asked, actions }: Context): TemplateResult | typeof nothing {
  const { functions = [], shareOf } = asked.whole.value ?? {};
  if (functions.length === 0) return nothing;
  const title = shareOf === 'dispatches' ? 'Most of the time in dispatches' : 'Most of the time';
  return html`<section class="sec most" aria-label=${title}>
    <h4>${title} <em>by function</em></h4>
    <dl class="kv one">
      ${functions.slice(0, MOST).map(
        ({ share, name, longest }) =>
          html`<div class="field">
            <dt>${percent(share)}</dt>
            <dd>
              <button
                class="a"
                title=${name}
                @click=${() => {
                  actions.setLowerTab('dispatches');
                  actions.follow({ text: name, slice: longest });
                }}
              >
                ${functionName(model.shortNames, name)}
              </button>
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
