/** What is selected: a slice with its numbers, inputs and kernels, or a range. */
import { html, type TemplateResult } from 'lit-html';
import type { SliceDetails } from '../../protocol/profile/profile';
import { selectedSlice } from '../profile/model';
import { flowList, flowsOf, sliceHead, sliceSections, tool } from '../profile/slicePart';
import type { TimeRange } from '../profile/timeline/timeline';
import { failed } from '../widgets/failed';
import { grouped } from '../widgets/numbers';
import { tabList } from '../widgets/tabList';
import { timeText } from '../widgets/timeUnit';
import type { Context } from './context';
import type { DetailsTab } from './viewState';

export function details(context: Context): TemplateResult {
  const { model, asked } = context;
  if (model.selection?.kind === 'range') return range(context, model.selection.range);
  const wanted = selectedSlice(model);
  if (wanted === undefined) return html``;
  const { value, problem } = asked.details;
  const isThere = value?.slice.track === wanted.track && value.slice.index === wanted.index;
  if (!isThere && problem !== undefined)
    return html`<div class="dh">
        <div class="t"><h3 class="grow">Slice</h3></div>
      </div>
      ${failed(problem, () => asked.details.renew())}`;
  // The details before stay until these have come: nothing blinks while the keyboard goes from slice to slice.
  return value === undefined ? html`` : slice(context, value);
}

function slice(context: Context, shown: SliceDetails): TemplateResult {
  const { model, actions } = context;
  const flows = flowsOf(context, shown);
  const tabs: readonly { readonly id: DetailsTab; readonly label: string; readonly count?: number }[] = [
    { id: 'slice', label: 'Slice' },
    { id: 'flows', label: 'Flows', count: flows?.length ?? 0 },
  ];
  const tab = model.view.detailsTab;
  return html`${sliceHead(context, shown)}
    ${tabList({ tabs, chosen: tab, panel: 'details-panel', choose: (id) => actions.setDetailsTab(id) })}
    <div class="panel" role="tabpanel" id="details-panel" aria-labelledby="tab-${tab}" tabindex="0">
      ${tab === 'flows' ? flowList(context, flows) : sliceSections(context, shown)}
    </div>`;
}

function range({ actions }: Context, { from, to }: TimeRange): TemplateResult {
  const field = (name: string, value: string): TemplateResult =>
    html`<div class="field">
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<div class="dh">
      <div class="t">
        <h3 class="grow">Selected range</h3>
        ${tool('fit', 'Zoom to it (F)', () => actions.zoomToSelection())}
      </div>
    </div>
    <div class="panel" id="details-panel" role="region" aria-label="Selected range" tabindex="0">
      <div class="sec">
        <h4>Time</h4>
        <dl class="kv one">
          ${field('Length', `${grouped(String(to - from))} ns, ${timeText(Number(to - from))}`)}
          ${field('Start, end', `${grouped(String(from))} – ${grouped(String(to))} ns`)}
        </dl>
      </div>
    </div>`;
}
