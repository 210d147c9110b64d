/** What is selected: a slice with its numbers, flows and record, or a range with what lies inside. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SliceDetails } from '../../protocol/profile/profile';
import { functionName } from '../widgets/functionName';
import { counted, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { tabList } from '../widgets/tabList';
import { timeText } from '../widgets/timeUnit';
import { failed } from '../widgets/failed';
import { selectedRange, selectedSlice } from './model';
import { flowList, flowsOf, sliceHead, sliceSections, tool } from './slicePart';
import { shownDetails } from './asked';
import type { Context } from './context';
import { percent } from '../../protocol/words/percent';
import type { DetailsTab } from './viewState';

export function details(context: Context): TemplateResult {
  const { model, asked } = context;
  if (selectedRange(model) !== undefined) return range(context);
  if (selectedSlice(model) === undefined) return html``;
  const shown = shownDetails(context);
  if (shown === undefined && asked.details.problem !== undefined)
    return html`<div class="dh">
        <div class="t"><h3 class="grow">Slice</h3></div>
      </div>
      ${failed(asked.details.problem, () => asked.details.renew())}`;
  // The details before stay until these have come: nothing blinks while the keyboard goes from slice to slice.
  const drawn = shown ?? asked.details.value;
  return drawn === undefined ? html`` : slice(context, drawn);
}

function slice(context: Context, shown: SliceDetails): TemplateResult {
  const { model, actions } = context;
  const flows = flowsOf(context, shown);
  const direct = flows?.filter((flow) => flow.direct) ?? [];
  const tabs: readonly { readonly id: DetailsTab; readonly label: string; readonly count?: number }[] = [
    { id: 'slice', label: 'Slice' },
    { id: 'flows', label: 'Flows', count: direct.length },
    { id: 'raw', label: 'Raw' },
  ];
  const tab = model.view.detailsTab;
  return html`${sliceHead(context, shown)}
    ${tabList({ tabs, chosen: tab, panel: 'details-panel', choose: (id) => actions.setDetailsTab(id) })}
    <div class="panel" role="tabpanel" id="details-panel" aria-labelledby="tab-${tab}" tabindex="0">
      ${tab === 'raw' ? raw(context, shown) : tab === 'flows' ? flowList(context, flows) : numbers(context, shown)}
    </div>`;
}

function numbers(context: Context, shown: SliceDetails): TemplateResult {
  const { actions, model } = context;
  const { record, via } = shown;
  const about = record === undefined ? {} : { record, ...(via === undefined ? {} : { via }) };
  const act = (
    label: string,
    command: 'openRecord' | 'benchmark' | 'substitute' | 'showSource' | 'showDisassembly',
    title: string,
  ): TemplateResult =>
    html`<vscode-button
      appearance="secondary"
      title=${title}
      ?disabled=${(command === 'benchmark' || command === 'substitute') && !model.trusted}
      @click=${() => actions.run(command, about)}
      >${label}</vscode-button
    >`;
  return html`${sliceSections(context, shown)}
  ${
    record === undefined
      ? nothing
      : html`<div class="sec acts">
          ${act('Record', 'openRecord', `Show record ${String(record)} in the capture`)}
          ${act('Benchmark…', 'benchmark', 'Benchmark this dispatch of the capture')}
          ${act('Substitute…', 'substitute', 'Try another executable in its place')}
          ${act('Source', 'showSource', 'Show where the kernel is written')}
          ${act('Disassembly', 'showDisassembly', 'Show its machine code, with the lines that it comes from')}
        </div>`
  }`;
}

function raw({ actions }: Context, shown: SliceDetails): TemplateResult {
  return html`<div class="sec">
    <h4>
      As profile export writes it <span class="grow"></span
      ><button class="a" @click=${() => actions.run('copyText', { text: shown.raw })}>Copy</button>
    </h4>
    <pre class="json">${pretty(shown.raw)}</pre>
  </div>`;
}

/** A field a line, in the order and the digits that it has. */
function pretty(json: string): string {
  return json.replaceAll(
    /("(?:[^"\\]|\\.)*")|([,{}])/g,
    (_, text: string | undefined, mark: string | undefined) => text ?? (mark === ',' ? ',\n  ' : mark === '{' ? '{\n  ' : '\n}'),
  );
}

function range(context: Context): TemplateResult {
  const { model, asked, actions } = context;
  const wanted = selectedRange(model);
  const statistics = asked.range.value;
  if (wanted === undefined) return html``;
  const span = Number(BigInt(wanted.to) - BigInt(wanted.from));
  const current = statistics?.from === wanted.from && statistics.to === wanted.to ? statistics : undefined;
  const total = current?.functions.reduce((sum, { totalNs }) => sum + totalNs, 0) ?? 0;
  const count = current?.functions.reduce((sum, row) => sum + row.count, 0) ?? 0;
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
          ${field('Length', `${grouped(String(BigInt(wanted.to) - BigInt(wanted.from)))} ns, ${timeText(span)}`)}
          ${field('Start, end', `${grouped(wanted.from)} – ${grouped(wanted.to)} ns`)}
        </dl>
      </div>
      ${
        current === undefined
          ? asked.range.problem === undefined
            ? nothing
            : html`<p class="empty bad" role="alert">${sentence(asked.range.problem)}</p>`
          : html`<div class="sec">
              <h4>Dispatches inside</h4>
              <dl class="kv one">
                ${field('Dispatches', `${grouped(count)} of ${counted(current.functions.length, 'function')}`)}
                ${field('Sum', timeText(total))}
                ${field('No dispatch running', `${timeText(Number(current.idle))}, ${percent(span === 0 ? 0 : Number(current.idle) / span)}`)}
              </dl>
              <dl class="kv one">
                ${current.functions.slice(0, 12).map(
                  (row) =>
                    html`<div class="field">
                      <dt>${percent(row.share)}</dt>
                      <dd title=${row.name}>
                        ${functionName(model.shortNames, row.name)} <span class="dim">${timeText(row.totalNs)}</span>
                      </dd>
                    </div>`,
                )}
              </dl>
            </div>`
      }
      <div class="sec acts">
        <vscode-button appearance="secondary" @click=${() => actions.setLowerTab('dispatches')}>Dispatches</vscode-button>
        <vscode-button appearance="secondary" @click=${() => actions.setLowerTab('flame')}>Flame Graph</vscode-button>
      </div>
    </div>`;
}
