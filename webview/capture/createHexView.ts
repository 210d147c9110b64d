/** A record's bytes in lines of sixteen, with the fields they belong to. */
import { html, render, type TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../protocol/capture/capture';
import { createBytePages, type BytePages } from '../widgets/bytePages';
import { createVirtualRows } from '../widgets/virtualRows';
import type { VisibleRows } from '../widgets/virtualScroll';
import type { Context } from './context';
import { fieldAt, fieldRanges, readings, type FieldRange } from './fieldRanges';
import type { HexView } from './hexView';

const LINE = 16;
const LINE_HEIGHT = 18;
const PAGE = 4096;
/** Bytes that the reading of a number needs. */
const WIDEST = 8;
const PREVIEW_LINES = 8;

interface Shown {
  readonly details: RecordDetails;
  readonly length: number;
  readonly ranges: readonly FieldRange[];
  readonly bytes: BytePages;
}

/** One for the page: it keeps the bytes of the record that was shown last. */
export function createHexView(context: () => Context): HexView {
  const element = document.createElement('div');
  element.className = 'hexview';
  const list = element.appendChild(document.createElement('div'));
  list.className = 'hexlines';
  const foot = element.appendChild(document.createElement('div'));
  foot.className = 'readings m';
  let shown: Shown | undefined;
  let lastField: FieldRange | undefined;

  const open = (details: RecordDetails): Shown => {
    if (shown?.details.record === details.record && shown.details.offset === details.offset) {
      return (shown = { ...shown, details, ranges: fieldRanges(details) });
    }
    const changed = (): void => {
      rows.invalidate();
      context().redraw('details');
    };
    const length = Number(details.length);
    const { host } = context();
    const { record } = details;
    rows.top = 0;
    return (shown = {
      details,
      length,
      ranges: fieldRanges(details),
      bytes: createBytePages({ length, pageBytes: PAGE, read: (offset, bytes) => host.bytes({ record, offset, length: bytes }), changed }),
    });
  };

  const draw = ({ first, end }: VisibleRows): TemplateResult[] => {
    if (shown === undefined) return [];
    shown.bytes.want(first * LINE, end * LINE);
    const { model, actions } = context();
    const from = shown;
    return Array.from({ length: end - first }, (_, i) => line(from, first + i, model.field, (field) => actions.setField(field)));
  };
  const rows = createVirtualRows({ element: list, rowHeight: LINE_HEIGHT, rows: () => Math.ceil((shown?.length ?? 0) / LINE), draw });

  return {
    whole(details) {
      open(details);
      const { field } = context().model;
      if (field !== lastField && field !== undefined) rows.reveal(Math.floor(field.offset / LINE));
      lastField = field;
      render(shown === undefined ? html`` : reading(shown, field), foot);
      rows.invalidate();
      return element;
    },
    preview(details) {
      const from = open(details);
      const { model, actions } = context();
      const start = model.field?.offset ?? (from.length > details.headerLength ? details.headerLength : 0);
      const first = Math.floor(start / LINE);
      const end = Math.min(Math.ceil(from.length / LINE), first + PREVIEW_LINES);
      from.bytes.want(first * LINE, end * LINE);
      return html`<div class="hexlines still" tabindex="0" role="region" aria-label="Bytes">
        ${Array.from({ length: Math.max(0, end - first) }, (_, i) => line(from, first + i, model.field, (field) => actions.setField(field)))}
      </div>`;
    },
  };
}

function line(
  { bytes, length, ranges, details }: Shown,
  index: number,
  field: FieldRange | undefined,
  choose: (field: FieldRange | undefined) => void,
): TemplateResult {
  const start = index * LINE;
  const cells = Array.from({ length: LINE }, (_, i) => {
    const offset = start + i;
    if (offset >= length) return html`<i></i>`;
    const value = bytes.at(offset);
    const inField = field !== undefined && offset >= field.offset && offset < field.offset + field.length;
    const dim = value === 0 || offset < details.headerLength;
    const owner = fieldAt(ranges, offset);
    return html`<i
      class="${inField ? 'on' : dim ? 'dim' : ''} ${owner === undefined ? '' : 'own'}"
      title=${owner?.name ?? ''}
      @click=${() => choose(owner ?? { name: 'byte', offset, length: 1 })}
      >${value === undefined ? '··' : value.toString(16).padStart(2, '0')}</i
    >`;
  });
  const text = Array.from({ length: Math.min(LINE, length - start) }, (_, i) => {
    const value = bytes.at(start + i) ?? 0;
    return value > 31 && value < 127 ? String.fromCharCode(value) : '.';
  }).join('');
  const address = (BigInt(details.offset) + BigInt(start)).toString(16).padStart(8, '0');
  return html`<div class="hexline">
    <span class="dim">${address}</span><span class="cells">${cells}</span><span class="dim ascii">${text}</span>
  </div>`;
}

function reading({ bytes }: Shown, field: FieldRange | undefined): TemplateResult {
  if (field === undefined) return html`<span class="dim">Click a byte to see its field and what it means as a number.</span>`;
  const here: number[] = [];
  for (let i = 0; i < WIDEST; i++) {
    const value = bytes.at(field.offset + i);
    if (value === undefined) break;
    here.push(value);
  }
  return html`<b>${field.name}</b> <span class="dim">bytes ${field.offset}–${field.offset + field.length - 1}</span> ${readings(
      Uint8Array.from(here),
    ).map(({ type, value }) => html`<span><span class="dim">${type}</span> ${value}</span> `)}`;
}
