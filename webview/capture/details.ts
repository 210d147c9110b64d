/** The selected record, decoded. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../protocol/capture';
import { icon } from '../widgets/icon';
import { sentence } from '../widgets/sentence';
import { functionColours } from './functionColours';
import { glyph } from './glyph';
import { isInspectable } from './inspection/buffersView';
import { layoutJson } from './jsonText';
import type { Context, DetailsTab, Model } from './model';
import { problemTab, selectedProblems } from './problemTab';
import { recordTab } from './recordTab';
import { spans } from './spans';

const TABS: readonly { readonly tab: DetailsTab; readonly label: string; readonly when?: (model: Model) => boolean }[] = [
  { tab: 'problem', label: 'Problem', when: (model) => selectedProblems(model).length > 0 },
  { tab: 'record', label: 'Record' },
  { tab: 'buffers', label: 'Buffers', when: ({ details: shown }) => shown !== undefined && isInspectable(shown) },
  { tab: 'hex', label: 'Hex' },
  { tab: 'json', label: 'JSON' },
];

export function details(context: Context): TemplateResult {
  const { model } = context;
  if (model.detailsProblem !== undefined)
    return html`${heading(context, undefined)}
      <div class="empty" role="alert">
        <p class="bad">${sentence(model.detailsProblem)}</p>
        <vscode-button appearance="secondary" @click=${() => context.actions.retryDetails()}>Try Again</vscode-button>
      </div>`;
  if (model.details === undefined) {
    const empty = model.summary?.records === 0 ? 'The capture holds no records.' : 'Select a record to see every field of it.';
    return html`${heading(context, undefined)}${
      model.summary === undefined
        ? nothing
        : html`<p class="empty">${empty}</p>
            ${hints()}`
    }`;
  }
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
    case 'hex':
      return context.hex.whole(shown);
    case 'json':
      return jsonTab(context, shown);
  }
}

/** What the keyboard does, while there is room for it. */
function hints(): TemplateResult {
  const keys = (...names: string[]): TemplateResult[] => names.map((name) => html`<kbd>${name}</kbd> `);
  return html`<dl class="hints">
    <dt>${keys('/')}</dt>
    <dd>search, such as <span class="m">op:dispatch fn:*matmul*</span></dd>
    <dt>${keys('[', ']')}</dt>
    <dd>previous and next match</dd>
    <dt>${keys('←', '→')}</dt>
    <dd>close and open, <kbd>*</kbd> with everything below</dd>
    <dt>${keys('Enter')}</dt>
    <dd>to the details, <kbd>Esc</kbd> back to the list</dd>
    <dt>${keys('Alt+←', 'Alt+→')}</dt>
    <dd>back and forward after following a link</dd>
    <dt>${keys('F6', 'Shift+F6')}</dt>
    <dd>next and previous part of the editor, then of VS Code</dd>
    <dt>${keys('Ctrl+C')}</dt>
    <dd>copy the record as JSON</dd>
  </dl>`;
}

function heading(context: Context, shown: RecordDetails | undefined): TemplateResult {
  const { actions, history } = context;
  const button = (name: 'back' | 'forward' | 'previous' | 'next', title: string, enabled: boolean, act: () => void): TemplateResult =>
    html`<button class="tool" title=${title} aria-label=${title} ?disabled=${!enabled} @click=${act}>${icon(name)}</button>`;
  const step = (by: 1 | -1) => (): void => {
    const at = actions.selectedIndex();
    if (at !== undefined && at + by >= 0) void actions.selectIndex(at + by);
  };
  return html`<div class="dh">
    <div class="t">
      ${
        shown === undefined
          ? html`<span class="grow"></span>`
          : html`${glyph(shown.class)}
              <h3 class="m grow el" title=${shown.operation}>#${shown.record} ${shown.operation}</h3>`
      }
      ${button('back', 'Back (Alt+Left)', history.canGoBack, () => void actions.back())}
      ${button('forward', 'Forward (Alt+Right)', history.canGoForward, () => void actions.forward())}
      ${button('previous', 'Row above', shown !== undefined, step(-1))} ${button('next', 'Row below', shown !== undefined, step(1))}
    </div>
    ${shown === undefined || shown.subject.length === 0 ? nothing : html`<div class="m subject">${swatch(context, shown)}${spans(context, shown.subject)}</div>`}
  </div>`;
}

function swatch({ model }: Context, { class: recordClass, subject }: RecordDetails): TemplateResult | typeof nothing {
  const colour = recordClass === 'dispatch' ? functionColours(model.summary).get(subject[0]?.text ?? '') : undefined;
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
        ${label}
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
