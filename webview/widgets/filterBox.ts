/** The box that filters a table: from it the arrow down and Escape lead to the table. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from './icon';

export interface FilterBox {
  readonly filter: string;
  /** What may be asked for, in an empty box. */
  readonly example: string;
  readonly change: (filter: string) => void;
  /** Gives the keyboard to the table. */
  readonly leave: () => void;
}

export function filterBox({ filter, example, change, leave }: FilterBox): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return html`<div class="search filter" role="search">
    ${icon('filter')}
    <input
      class="plain m"
      type="text"
      spellcheck="false"
      aria-label="Filter the table"
      placeholder=${example}
      .value=${filter}
      @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
      @keydown=${key}
    />
    ${
      filter === ''
        ? nothing
        : html`<button class="opt" title="Clear" aria-label="Clear the filter" @click=${() => change('')}>${icon('close')}</button>`
    }
  </div>`;
}
