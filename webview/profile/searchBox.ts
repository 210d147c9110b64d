/** The query, its matches counted. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import type { Actions } from './actions';
import type { Model } from './model';

/** What it needs of a page with a timeline. */
export interface SearchContext {
  readonly model: Pick<Model, 'search' | 'ordinal'> & { readonly view: Pick<Model['view'], 'query'> };
  readonly actions: Pick<Actions, 'setQuery' | 'nextMatch' | 'focusTimeline'>;
}

/** `example`: what may be asked for, in an empty box. */
export function searchBox({ model, actions }: SearchContext, example = 'fn:*softmax* dur:>1ms'): TemplateResult {
  const { query } = model.view;
  const error = model.search?.query === query ? model.search.error : undefined;
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void actions.nextMatch(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown' || event.key === 'Escape') actions.focusTimeline();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="search ${error === undefined ? '' : 'wrong'}" role="search">
    ${icon('search')}
    <input
      class="plain m"
      type="text"
      spellcheck="false"
      autocomplete="off"
      aria-label="Search the timeline"
      aria-invalid=${error === undefined ? 'false' : 'true'}
      placeholder=${example}
      .value=${query}
      @input=${(event: Event) => actions.setQuery((event.target as HTMLInputElement).value)}
      @keydown=${key}
    />
    <span class="cnt" role="status">${count(model)}</span>
    ${
      query === ''
        ? nothing
        : html`<button class="opt" title="Previous match ([)" aria-label="Previous match" @click=${() => void actions.nextMatch(-1)}>
              ${icon('up')}
            </button>
            <button class="opt" title="Next match (])" aria-label="Next match" @click=${() => void actions.nextMatch(1)}>
              ${icon('down')}
            </button>
            <button class="opt" title="Clear" aria-label="Clear the query" @click=${() => actions.setQuery('')}>${icon('close')}</button>`
    }
    ${error === undefined ? nothing : html`<div class="mistake" role="alert">${error.message}</div>`}
  </div>`;
}

function count({ search, ordinal, view }: SearchContext['model']): string {
  if (view.query === '' || search === undefined || search.error !== undefined) return '';
  if (search.query !== view.query) return 'Searching…';
  if (search.matches === '0') return 'No match';
  return ordinal === undefined ? `${grouped(search.matches)} found` : `${grouped(ordinal)} of ${grouped(search.matches)}`;
}
