/** Text with links, as the host describes it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Span } from '../../protocol/capture/recordRows';
import { markedPieces } from '../widgets/markedPieces';
import type { Context } from './context';

/** The text of spans without their links. */
export function plainText(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}

/** Text with the needles marked. */
export function marked(text: string, needles: readonly string[]): (string | TemplateResult)[] {
  if (needles.length === 0) return [text];
  return markedPieces(text, needles).map((piece, i) => (i % 2 === 1 ? html`<mark>${piece}</mark>` : piece));
}

function title({ object, record }: Span): string {
  return object === undefined ? `Go to record ${String(record)}` : `Go to the record that created object ${object}`;
}

/** Draws spans. In rows links are no tab stops: the list has one, and Enter opens the row. */
export function spans(context: Context, list: readonly Span[], needles: readonly string[] = [], inRow = false): TemplateResult[] {
  return list.map((span) => {
    if (span.object === undefined && span.record === undefined) {
      return span.dim === true ? html`<span class="dim">${marked(span.text, needles)}</span>` : html`${marked(span.text, needles)}`;
    }
    return link(context, span, marked(span.text, needles), inRow);
  });
}

/** Draws what a span leads to as `label`; with a `name` where that is drawn in pieces. */
export function link(context: Context, span: Span, label: unknown, inRow = false, name?: string): TemplateResult {
  const go = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    void context.actions.follow(span);
  };
  return html`<a class="a" href="#" tabindex=${inRow ? '-1' : '0'} title=${name ?? title(span)} aria-label=${name ?? nothing} @click=${go}
    >${label}</a
  >`;
}

/** A link to a record by its number. */
export function recordLink({ actions }: Context, record: number): TemplateResult {
  return html`<a
    class="a m"
    href="#"
    @click=${(event: Event) => {
      event.preventDefault();
      void actions.goTo(String(record));
    }}
    >#${record}</a
  >`;
}
