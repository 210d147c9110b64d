/** A link to a record in the editor of the capture; in a report, its number. */
import { html, type TemplateResult } from 'lit-html';
import type { ResultsContext } from './context';
import type { DrawnCell } from '../widgets/tables';

/** `inRow`: of a table that has one tab stop, whose rows open the record with Enter. */
export function recordLink({ host, inEditor }: ResultsContext, record: number, via?: number, inRow = false): TemplateResult {
  if (!inEditor) return html`<span class="m">#${record}</span>`;
  return html`<a
    class="a m"
    href="#"
    tabindex=${inRow ? '-1' : '0'}
    title="Show record ${record} in the capture"
    @click=${(event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      void host.openRecord({ record, ...(via === undefined ? {} : { via }) });
    }}
    >#${record}</a
  >`;
}

/** The link as a cell, sorted by its number; empty without a record. */
export function recordCell(context: ResultsContext, record: number | undefined, via: number | undefined): DrawnCell {
  if (record === undefined) return { text: '' };
  return { text: `#${String(record)}`, value: record, drawn: recordLink(context, record, via) };
}
