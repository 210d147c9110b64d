/** The query: coloured while one types, its matches counted. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import type { Context } from './context';
import { queryTokens } from './queryTokens';

export function searchBox(context: Context): TemplateResult {
  const { model, actions } = context;
  const { query, filter } = model.view;
  const error = model.search?.query === query ? model.search.error : undefined;
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void actions.nextMatch(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown' || event.key === 'Escape') actions.focusTree();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="search ${error === undefined ? '' : 'wrong'}" role="search">
    ${icon('search')}
    <div class="query">
      <div class="ink m" aria-hidden="true">${ink(query, error)}</div>
      <input
        class="m"
        type="text"
        spellcheck="false"
        autocomplete="off"
        aria-label="Search records"
        aria-invalid=${error === undefined ? 'false' : 'true'}
        placeholder="op:dispatch fn:*matmul* obj:4 bytes:>1MB status:!OK"
        .value=${query}
        @input=${(event: Event) => actions.setQuery((event.target as HTMLInputElement).value)}
        @scroll=${(event: Event) => keepInkAligned(event.target as HTMLInputElement)}
        @keydown=${key}
      />
    </div>
    <span class="cnt" role="status">${count(context)}</span>
    ${query === '' ? nothing : matchButtons(context)}
    <button
      class="opt ${filter ? 'on' : ''}"
      title="Show matches only"
      aria-label="Show matches only"
      aria-pressed=${filter ? 'true' : 'false'}
      @click=${() => actions.setFilter(!filter)}
    >
      ${icon('filter')}
    </button>
    ${error === undefined ? nothing : html`<div class="mistake" role="alert">${error.message}</div>`}
  </div>`;
}

function keepInkAligned(input: HTMLInputElement): void {
  const layer = input.previousElementSibling;
  if (layer !== null) layer.scrollLeft = input.scrollLeft;
}

function ink(query: string, error: { readonly start: number; readonly end: number } | undefined): TemplateResult[] {
  let at = 0;
  return queryTokens(query).map(({ kind, text }) => {
    const start = at;
    at += text.length;
    const wrong = error !== undefined && start < Math.max(error.end, error.start + 1) && at > error.start;
    return html`<span class="${kind === 'field' ? 'key' : ''} ${wrong ? 'squiggle' : ''}">${text}</span>`;
  });
}

function count({ model }: Context): string {
  const { search, ordinal, view } = model;
  if (view.query === '' || search === undefined || search.error !== undefined) return '';
  const so = search.done ? '' : '…';
  if (search.matches === 0) return search.done ? 'No match' : 'Searching…';
  return ordinal === undefined ? `${grouped(search.matches)}${so} found` : `${grouped(ordinal)} of ${grouped(search.matches)}${so}`;
}

function matchButtons({ actions }: Context): TemplateResult {
  return html`
    <button class="opt" title="Previous match ([)" aria-label="Previous match" @click=${() => void actions.nextMatch(-1)}>
      ${icon('up')}
    </button>
    <button class="opt" title="Next match (])" aria-label="Next match" @click=${() => void actions.nextMatch(1)}>${icon('down')}</button>
    <button class="opt" title="Clear" aria-label="Clear the query" @click=${() => actions.setQuery('')}>${icon('close')}</button>
  `;
}
