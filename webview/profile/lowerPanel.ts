/** The questions of a profile under the timeline, each behind a tab. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { TableQuestion } from '../../protocol/profile/profile';
import { filterBox } from '../widgets/filterBox';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import { tabList } from '../widgets/tabList';
import type { Latest } from '../widgets/latest';
import { failed } from '../widgets/failed';
import { flameGraph } from './flame/flameGraph';
import { hotspotChoices, hotspotsContent } from './hotspots/hotspotsPanel';
import { selectedRange } from './model';
import type { Context } from './context';
import { roofChoices, roofContent } from './roof/roofPanel';
import { causeList } from './tables/causeList';
import type { LowerTable } from './tables/lowerTables';
import { mostTime } from './tables/mostTime';
import { QUESTION_TITLES } from './tables/questionKinds';
import { kindsThere } from './tables/questionTable';
import { LOWER_TABS, type LowerTab } from './viewState';

const isQuestion = (tab: LowerTab): tab is TableQuestion => tab in QUESTION_TITLES;

/** The tabs, and beside them what belongs to the chosen one. */
export function lowerBar(context: Context, shown: LowerTable | undefined): TemplateResult {
  const { model, actions, asked } = context;
  const label = (tab: LowerTab): string =>
    isQuestion(tab)
      ? QUESTION_TITLES[tab].title
      : { explain: 'Explain', dispatches: 'Dispatches', flame: 'Flame Graph', hotspots: 'Hotspots', roof: 'Roof' }[tab];
  const tabs = LOWER_TABS.map((id) => ({ id, label: label(id), ...(id === 'explain' ? { count: asked.causes.value?.length ?? 0 } : {}) }));
  return html`${tabList({ tabs, chosen: model.view.lowerTab, panel: 'lower-panel', label: 'Tables', choose: (id) => actions.setLowerTab(id) })}
    <span class="grow"></span>${choices(context)} ${shown === undefined ? nothing : filterAndExport(context, shown)}`;
}

const exampleOf = ({ name, columns }: LowerTable['table']): string => {
  if (columns.some((column) => column.name === 'max')) return 'fn:*matmul* max:>3ms';
  return name === 'hotspots' ? 'share:>5% kind:load' : 'Filter';
};

function filterAndExport({ model, actions }: Context, { table, view }: LowerTable): TemplateResult {
  const box = filterBox({
    filter: view.filter,
    example: exampleOf(table),
    change: (filter) => actions.filter(table.name, filter),
    leave: () => document.querySelector<HTMLElement>('#lower-grid')?.focus(),
  });
  return html`${box}
    <button
      class="tool"
      title="Export the table as CSV"
      aria-label="Export the table as CSV"
      ?disabled=${model.summary === undefined}
      @click=${() => actions.exportTable('csv')}
    >
      ${icon('save')}
    </button>`;
}

/** What of the tab is shown, where it can be one or another. */
function choices(context: Context): TemplateResult | typeof nothing {
  const { model, actions, asked } = context;
  const { lowerTab, groupBy, leftHeavy, flameTable } = model.view;
  const choice = (label: string, on: boolean, act: () => void): TemplateResult =>
    html`<button class=${on ? 'on' : ''} aria-pressed=${on ? 'true' : 'false'} @click=${act}>${label}</button>`;
  if (lowerTab === 'dispatches')
    return html`${ofRange(model)}
      <div class="seg" role="group" aria-label="Functions open into">
        ${choice('Records', groupBy === 'records', () => actions.setGroupBy('records'))}
        ${choice('Launches', groupBy === 'launches', () => actions.setGroupBy('launches'))}
        ${
          groupBy === 'executables' || asked.whole.value?.functions.some(({ executables }) => executables.length > 0) === true
            ? choice('Executables', groupBy === 'executables', () => actions.setGroupBy('executables'))
            : nothing
        }
      </div>`;
  if (lowerTab === 'flame')
    return html`${ofRange(model)}
      <div class="seg" role="group" aria-label="Order of the frames">
        ${choice('In Time', !leftHeavy, () => actions.setLeftHeavy(false))}
        ${choice('Left-Heavy', leftHeavy, () => actions.setLeftHeavy(true))}
      </div>
      <div class="seg" role="group" aria-label="Shown as">
        ${choice('Graph', !flameTable, () => actions.setFlameTable(false))}
        ${choice('Table', flameTable, () => actions.setFlameTable(true))}
      </div>`;
  if (lowerTab === 'hotspots') return hotspotChoices(context);
  if (lowerTab === 'roof') return roofChoices(context);
  if (!isQuestion(lowerTab)) return nothing;
  const rows = asked.questions[lowerTab].value;
  const kinds = rows === undefined ? [] : kindsThere(lowerTab, rows);
  if (kinds.length < 2) return nothing;
  const chosen = kinds.find(({ kind }) => kind.types[0] === model.view.kinds[lowerTab]) ?? kinds[0];
  return html`<div class="seg" role="group" aria-label="Rows">
    ${kinds.map(({ kind, count }) =>
      choice(`${kind.label} ${grouped(count)}`, kind === chosen?.kind, () => actions.setKind(lowerTab, kind.types[0] ?? '')),
    )}
  </div>`;
}

function ofRange(model: Context['model']): TemplateResult | typeof nothing {
  return selectedRange(model) === undefined ? nothing : html`<span class="dim">of the selected range</span>`;
}

function questionOf({ model, asked }: Context, tab: LowerTab): Pick<Latest<unknown, unknown>, 'value' | 'problem' | 'renew'> {
  if (isQuestion(tab)) return asked.questions[tab];
  if (tab === 'hotspots') return asked.hotspots;
  if (tab === 'roof') return asked.roof.problem === undefined ? asked.launches : asked.roof;
  return selectedRange(model) === undefined ? asked.whole : asked.range;
}

/** In place of a table. */
export function lowerContent(context: Context): TemplateResult {
  const { lowerTab } = context.model.view;
  if (lowerTab === 'explain') return html`<div class="explain">${causeList(context)}${mostTime(context)}</div>`;
  if (lowerTab === 'flame') return flameGraph(context);
  if (lowerTab === 'hotspots') {
    const shown = hotspotsContent(context);
    if (shown !== undefined) return shown;
  }
  if (lowerTab === 'roof') {
    const shown = roofContent(context);
    if (shown !== undefined) return shown;
  }
  const question = questionOf(context, lowerTab);
  if (question.problem !== undefined) return failed(question.problem, () => question.renew());
  if (question.value === undefined || !isQuestion(lowerTab)) return html`<p class="empty">Reading…</p>`;
  return html`<p class="empty">${QUESTION_TITLES[lowerTab].empty}</p>`;
}
