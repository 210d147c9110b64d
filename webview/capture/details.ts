/** The selected record, decoded. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../protocol/capture/capture';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import { failed } from '../widgets/failed';
import { hasCode } from './code/codeView';
import { execution } from './execution';
import { functionColours } from './functionColours';
import { glyph } from './glyph';
import { isInspectable } from './inspection/buffersView';
import { layoutJson } from './jsonText';
import type { Model } from './model';
import type { DetailsTab } from './viewState';
import type { Context } from './context';
import { overview } from './overview/overview';
import { problemTab, selectedProblems } from './problemTab';
import { recordTab } from './recordTab';
import { spans } from './spans';
import { executionsTab } from './times/executionsTab';
import { shownRun } from './times/lastRunLoader';

const codeIsShown = (model: Model): boolean => model.details !== undefined && hasCode(model, model.details);

const TABS: readonly { readonly tab: DetailsTab; readonly label: string; readonly when?: (model: Model) => boolean }[] = [
  { tab: 'problem', label: 'Problem', when: (model) => selectedProblems(model).length > 0 },
  { tab: 'record', label: 'Record' },
  { tab: 'buffers', label: 'Buffers', when: ({ details: shown }) => shown !== undefined && isInspectable(shown) },
  { tab: 'disassembly', label: 'Disassembly', when: codeIsShown },
  { tab: 'source', label: 'Source', when: codeIsShown },
  { tab: 'executions', label: 'Executions', when: (model) => shownRun(model)?.executions !== undefined },
  { tab: 'hex', label: 'Hex', when: ({ details: shown }) => shown?.last === undefined },
  { tab: 'json', label: 'JSON', when: ({ details: shown }) => shown?.last === undefined },
];

export function details(context: Context): TemplateResult {
  const { model } = context;
  if (model.detailsProblem !== undefined)
    return html`${heading(context, undefined)} ${failed(model.detailsProblem, () => context.actions.retryDetails())}`;
  if (model.view.selection === undefined) return html`${heading(context, undefined)}${overview(context)}`;
  if (model.details === undefined) return heading(context, undefined);
  const tab = shownTab(model);
  return html`
    ${heading(context, model.details)} ${tabs(context)}
    <div class="panel" role="tabpanel" id="details-panel" aria-labelledby="tab-${tab}" tabindex="0">
      ${content(context, tab, model.details)}
    </div>
  `;
}

/** The chosen tab, where the selected record has it. */
function shownTab(model: Model): DetailsTab {
  const { tab } = model.view;
  return TABS.find((one) => one.tab === tab)?.when?.(model) === false ? 'record' : tab;
}

function content(context: Context, tab: DetailsTab, shown: RecordDetails): TemplateResult | HTMLElement {
  switch (tab) {
    case 'problem':
      return problemTab(context);
    case 'record':
      return recordTab(context, shown);
    case 'buffers':
      return context.buffers.draw(shown);
    case 'disassembly':
      return context.code.disassembly(shown);
    case 'source':
      return context.code.source(shown);
    case 'executions':
      return executionsTab(context, shown);
    case 'hex':
      return context.hex.whole(shown);
    case 'json':
      return jsonTab(context, shown);
  }
}

function heading(context: Context, shown: RecordDetails | undefined): TemplateResult {
  const { model, actions, history } = context;
  const button = (
    name: 'back' | 'forward' | 'home' | 'previous' | 'next',
    title: string,
    enabled: boolean,
    act: () => void,
  ): TemplateResult =>
    html`<button class="tool" title=${title} aria-label=${title} ?disabled=${!enabled} @click=${act}>${icon(name)}</button>`;
  const step = (by: 1 | -1) => (): void => {
    const at = actions.selectedIndex();
    if (at !== undefined && at + by >= 0) void actions.selectIndex(at + by);
  };
  return html`<div class="dh">
    <div class="t">
      ${
        shown === undefined
          ? html`<h3 class="grow">${model.view.selection === undefined ? 'Overview' : ''}</h3>
              ${model.view.selection === undefined ? html`<span class="note">nothing selected</span>` : nothing}`
          : html`${glyph(shown.class)}
              <h3 class="m grow el" title=${shown.operation}>
                ${shown.last === undefined ? html`#${shown.record}` : html`#${shown.record}–#${shown.last}`} ${shown.operation}
              </h3>`
      }
      ${button('back', 'Back (Alt+Left)', history.canGoBack, () => void actions.back())}
      ${button('forward', 'Forward (Alt+Right)', history.canGoForward, () => void actions.forward())}
      ${button('home', 'Overview (Escape in the list)', model.view.selection !== undefined, () => actions.showOverview())}
      ${button('previous', 'Row above', shown !== undefined, step(-1))} ${button('next', 'Row below', shown !== undefined, step(1))}
    </div>
    ${shown === undefined || shown.subject.length === 0 ? nothing : html`<div class="m subject">${swatch(context, shown)}${spans(context, shown.subject)}</div>`}
    ${shown === undefined ? nothing : execution(context, shown)}
  </div>`;
}

function swatch({ model }: Context, { class: recordClass, subject }: RecordDetails): TemplateResult | typeof nothing {
  const colour = recordClass === 'dispatch' ? functionColours(model.shares).get(subject[0]?.text ?? '') : undefined;
  return colour === undefined ? nothing : html`<i class="sw" style="--c:${colour}"></i>`;
}

function tabs({ model, actions }: Context): TemplateResult {
  const chosen = shownTab(model);
  const there = TABS.filter(({ when }) => when?.(model) !== false);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = there.findIndex(({ tab }) => tab === chosen);
    const next = there[(at + step + there.length) % there.length];
    if (next !== undefined) actions.setTab(next.tab);
    requestAnimationFrame(() => document.getElementById(`tab-${next?.tab ?? ''}`)?.focus());
  };
  return html`<div class="ptabs" role="tablist" @keydown=${move}>
    ${there.map(({ tab, label }) => {
      const on = tab === chosen;
      return html`<button
        id="tab-${tab}"
        role="tab"
        class=${on ? 'on' : ''}
        aria-selected=${on ? 'true' : 'false'}
        aria-controls="details-panel"
        tabindex=${on ? '0' : '-1'}
        @click=${() => actions.setTab(tab)}
      >
        ${label}${tab === 'executions' ? html` <span class="count">${grouped(shownRun(model)?.count ?? 0)}</span>` : nothing}
      </button>`;
    })}
  </div>`;
}

function jsonTab({ actions }: Context, { json }: RecordDetails): TemplateResult {
  return html`<div class="sec">
    <h4>
      As iree-dump-replay prints it
      <span class="grow"></span>
      <button class="a" @click=${() => actions.run('copyJson')}>Copy</button>
    </h4>
    <pre class="json">
${layoutJson(json).map(({ kind, text }) => (kind === 'blank' ? text : html`<span class="j-${kind}">${text}</span>`))}</pre>
  </div>`;
}
