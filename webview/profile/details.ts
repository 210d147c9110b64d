/** What is selected: a slice with its numbers, flows and record, or a range with what lies inside. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Flow, ProfileSection, SliceDetails } from '../../protocol/profile/profile';
import { functionName } from '../widgets/functionName';
import { icon } from '../widgets/icon';
import { counted, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { tabList } from '../widgets/tabList';
import { timeText } from '../widgets/timeUnit';
import { failed } from '../widgets/failed';
import { placeHistogram } from './histogram';
import { links } from './links';
import { selectedRange, selectedSlice } from './model';
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
  const { model, actions, asked, timeline } = context;
  const flows = sameSlice(asked.flows.of, shown.slice) ? asked.flows.value : undefined;
  const direct = flows?.filter((flow) => flow.direct) ?? [];
  const tabs: readonly { readonly id: DetailsTab; readonly label: string; readonly count?: number }[] = [
    { id: 'slice', label: 'Slice' },
    { id: 'flows', label: 'Flows', count: direct.length },
    { id: 'raw', label: 'Raw' },
  ];
  const tab = model.view.detailsTab;
  return html`<div class="dh">
      <div class="t">
        <h3 class="grow el" title=${shown.heading}>${shown.heading}</h3>
        ${tool('back', 'Slice before', () => void actions.step(-1))} ${tool('forward', 'Slice behind', () => void actions.step(1))}
        ${tool('fit', 'Zoom to it (F)', () => actions.zoomToSelection())}
      </div>
      <div class="m subject" title=${shown.name}><i class="sw" style="--c:${timeline.colourOf(shown.nameIndex)}"></i>${shown.name}</div>
    </div>
    ${tabList({ tabs, chosen: tab, panel: 'details-panel', choose: (id) => actions.setDetailsTab(id) })}
    <div class="panel" role="tabpanel" id="details-panel" aria-labelledby="tab-${tab}" tabindex="0">
      ${tab === 'raw' ? raw(context, shown) : tab === 'flows' ? flowList(context, flows) : numbers(context, shown)}
    </div>`;
}

const sameSlice = (a: SliceDetails['slice'] | undefined, b: SliceDetails['slice']): boolean => a?.track === b.track && a.index === b.index;

function tool(name: 'back' | 'forward' | 'fit', title: string, act: () => void): TemplateResult {
  return html`<button class="tool" title=${title} aria-label=${title} @click=${act}>${icon(name)}</button>`;
}

function numbers(context: Context, shown: SliceDetails): TemplateResult {
  const { actions, model, timeline } = context;
  const { sections, record, via } = shown;
  const [first, ...rest] = sections;
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
  return html`${first === undefined ? nothing : section(context, first, placeHistogram(shown, timeline.colourOf(shown.nameIndex)))}
  ${rest.map((one) => section(context, one))}
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

function section(context: Context, { title, note, fields }: ProfileSection, after?: TemplateResult): TemplateResult {
  return html`<div class="sec">
    <h4>${title}${note === undefined ? nothing : html`<em>${note}</em>`}</h4>
    <dl class="kv one">
      ${fields.map(
        ({ name, value }) =>
          html`<div class="field">
            <dt>${name}</dt>
            <dd>${links(context, value)}</dd>
          </div>`,
      )}
    </dl>
    ${after ?? nothing}
  </div>`;
}

function flowList(context: Context, flows: readonly Flow[] | undefined): TemplateResult {
  const { asked } = context;
  if (flows === undefined)
    return asked.flows.problem === undefined ? html`` : html`<p class="empty bad" role="alert">${sentence(asked.flows.problem)}</p>`;
  if (flows.length === 0) return html`<p class="empty">Nothing leads to this slice, and nothing from it.</p>`;
  const list = (title: string, wanted: readonly Flow[]): TemplateResult | typeof nothing =>
    wanted.length === 0
      ? nothing
      : html`<div class="sec">
          <h4>${title}</h4>
          <dl class="kv one">
            ${wanted.map((flow) => {
              const there = flow.to.track === asked.flows.of?.track && flow.to.index === asked.flows.of.index ? flow.from : flow.to;
              const gap = Number(BigInt(flow.toTime) - BigInt(flow.fromTime));
              return html`<div class="field">
                <dt>${flow.kind}</dt>
                <dd>
                  ${links(context, [
                    { text: trackName(context, there.track), slice: there },
                    { text: `, ${timeText(gap)} between`, dim: true },
                  ])}
                </dd>
              </div>`;
            })}
          </dl>
        </div>`;
  const to = (flow: Flow): boolean => flow.to.track === asked.flows.of?.track && flow.to.index === asked.flows.of.index;
  const direct = flows.filter((flow) => flow.direct);
  return html`${list('Waits on', direct.filter(to))}
  ${list(
    'Feeds',
    direct.filter((flow) => !to(flow)),
  )}
  ${list(
    'One step further',
    flows.filter((flow) => !flow.direct),
  )}`;
}

const trackName = ({ model }: Context, id: number): string => model.tracks.find((track) => track.id === id)?.name ?? `track ${String(id)}`;

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
