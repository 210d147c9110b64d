/** The tabs of the tables under the timeline, and what can be done with the row that is marked. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { causeList } from '../profile/tables/causeList';
import { failed } from '../widgets/failed';
import { filterBox } from '../widgets/filterBox';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import { tabList } from '../widgets/tabList';
import type { Context } from './context';
import { answerOf, isTable, nameOfRow, TITLES, type LowerTable } from './lowerTables';
import { LOWER_TABS } from './viewState';

export function lowerBar(context: Context, shown: LowerTable | undefined): TemplateResult {
  const { model, actions, asked } = context;
  const causes = asked.causes.value?.length ?? 0;
  const tabs = LOWER_TABS.map((id) => ({ id, label: TITLES[id], ...(id === 'explain' ? { count: causes } : {}) }));
  return html`${tabList({ tabs, chosen: model.view.lowerTab, panel: 'lower-panel', label: 'Tables', choose: (id) => actions.setLowerTab(id) })}
    <span class="grow"></span>
    ${shown === undefined ? nothing : filterAndExport(context, shown)}`;
}

/** How much of a long answer is shown. */
function part({ model, asked }: Context): TemplateResult | typeof nothing {
  const { lowerTab } = model.view;
  if (asked.trace.value === undefined || !isTable(lowerTab)) return nothing;
  const { rows, count } = answerOf(lowerTab, asked.trace.value);
  return rows.length === count ? nothing : html`<span class="dim">the first ${grouped(rows.length)} of ${grouped(count)}</span>`;
}

/** Above the table: how much of it is shown, and what can be done with the row that is marked. */
export function tableNote(context: Context): TemplateResult {
  const { model, asked, actions } = context;
  const { lowerTab } = model.view;
  const key = model.rows[lowerTab];
  const trace = asked.trace.value;
  const name = key === undefined || trace === undefined || !isTable(lowerTab) ? undefined : nameOfRow(lowerTab, trace, key);
  const describes = name !== undefined && (lowerTab === 'operations' || lowerTab === 'shapes');
  return html` ${
      name === undefined
        ? nothing
        : html`<button class="a" title="Find ${name} on the timeline (Enter)" @click=${() => void actions.findName(name)}>
            Show on Timeline
          </button>`
    }
    ${
      describes
        ? html`<button
            class="a"
            title="The operation with its arguments, as ireereplay torch ops describes it"
            @click=${() => actions.copyDescription()}
          >
            Copy as Description
          </button>`
        : nothing
    }
    <button class="a" title="The command that prints the table, or what the marked row is about" @click=${() => actions.copyCommandLine()}>
      Copy as CLI Command
    </button>
    <span class="grow"></span>${part(context)}`;
}

function filterAndExport({ actions }: Context, { table, view }: LowerTable): TemplateResult {
  return html`${filterBox({
      filter: view.filter,
      example: 'Filter',
      change: (filter) => actions.filter(table.name, filter),
      leave: () => document.querySelector<HTMLElement>('#lower-grid')?.focus(),
    })}
    <button class="tool" title="Export the table as CSV" aria-label="Export the table as CSV" @click=${() => actions.exportTable()}>
      ${icon('save')}
    </button>`;
}

/** In place of a table. */
export function lowerContent(context: Context): TemplateResult {
  const { model, asked } = context;
  if (model.view.lowerTab === 'explain')
    return html`<div class="explain">
      ${causeList(context, 'Nothing stands out: no device idles, no call and no inputs cost more than their share.')}
    </div>`;
  const { problem } = asked.trace;
  if (problem !== undefined) return failed(problem, () => asked.trace.renew());
  return html`<p class="empty">Reading…</p>`;
}
