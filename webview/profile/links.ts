/** Text that leads to slices and to records of the capture. */
import { html, type TemplateResult } from 'lit-html';
import type { ProfileSpan } from '../../protocol/profile/profile';
import type { Actions } from './actions';
import type { Context } from './context';

/** The text of spans without their links. */
export function plainText(spans: readonly ProfileSpan[]): string {
  return spans.map(({ text }) => text).join('');
}

/** Draws spans. In rows links are no tab stops: the table has one, and Enter opens the row. */
export function links(
  { actions }: { readonly actions: Pick<Actions, 'follow'> },
  spans: readonly ProfileSpan[],
  inRow = false,
): readonly TemplateResult[] {
  return spans.map((span) => {
    if (span.slice === undefined && span.record === undefined)
      return span.dim === true ? html`<span class="dim">${span.text}</span>` : html`${span.text}`;
    const title = span.slice === undefined ? `Show record ${String(span.record)} in the capture` : 'Show it on the timeline';
    return html`<a
      class="a"
      href="#"
      title=${title}
      tabindex=${inRow ? '-1' : '0'}
      @click=${(event: Event) => {
        event.preventDefault();
        event.stopPropagation();
        actions.follow(span);
      }}
      >${span.text}</a
    >`;
  });
}

/** A link to a record in the editor of the capture. */
export function recordLink(context: Pick<Context, 'actions'>, record: number, via: number | undefined, inRow = false): TemplateResult {
  return html`${links(context, [{ text: `#${String(record)}`, record, ...(via === undefined ? {} : { via }) }], inRow)}`;
}
