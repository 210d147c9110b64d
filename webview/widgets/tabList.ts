/** Tabs over a panel: one tab stop, arrows between them. */
import { html, nothing, type TemplateResult } from 'lit-html';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Beside the label, where there is something. */
  readonly count?: number;
}

export interface TabListOptions<Id extends string> {
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  /** Id of the element that shows the chosen one. */
  readonly panel: string;
  readonly label?: string;
  readonly choose: (id: Id) => void;
}

/** The tabs' elements are `tab-ID`: the panel is labelled by the chosen one. */
export function tabList<Id extends string>({ tabs, chosen, panel, label, choose }: TabListOptions<Id>): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next.id);
    requestAnimationFrame(() => document.getElementById(`tab-${next.id}`)?.focus());
  };
  return html`<div class="ptabs" role="tablist" aria-label=${label ?? nothing} @keydown=${move}>
    ${tabs.map(({ id, label: text, count = 0 }) => {
      const on = id === chosen;
      return html`<button
        id="tab-${id}"
        role="tab"
        class=${on ? 'on' : ''}
        aria-selected=${on ? 'true' : 'false'}
        aria-controls=${on ? panel : nothing}
        tabindex=${on ? '0' : '-1'}
        @click=${() => choose(id)}
      >
        ${text}${count === 0 ? nothing : html`<i class="badge">${count}</i>`}
      </button>`;
    })}
  </div>`;
}
