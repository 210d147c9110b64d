/** Memory of before and after a launch, side by side in rows of sixteen bytes; what differs is marked. Read where it is looked at. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { MOST_LLVM_BYTES, type LlvmRole } from '../../protocol/neighbour/llvmPages';
import { createBytePages, type BytePages } from '../widgets/bytePages';
import { grouped } from '../widgets/numbers';
import { createVirtualRows } from '../widgets/virtualRows';
import { elementText, SIZES, type Element } from './elements';

/** Bytes of a row. */
const LINE = 16;
const LINE_HEIGHT = 18;

export type Side = 'both' | 'before' | 'after';

/** Bytes from `begin` up to `end`. */
export interface Place {
  readonly begin: number;
  readonly end: number;
}

/** What is there to look at: bytes of each, undefined where there is no file. */
export interface MemorySizes {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface MemoryView {
  readonly element: HTMLElement;
  /** Pixels from the top. */
  top: number;
  /** Another recording, or the same once more. */
  load(sizes: MemorySizes): void;
  show(look: { readonly element: Element; readonly side: Side; readonly place: Place | undefined }): void;
  reveal(place: Place): void;
}

export interface MemoryViewOptions {
  readonly read: (role: LlvmRole, offset: number, length: number) => Promise<Uint8Array>;
  /** The user has scrolled. */
  readonly scrolled: () => void;
}

export function createMemoryView({ read, scrolled }: MemoryViewOptions): MemoryView {
  const element = document.createElement('div');
  element.className = 'memory';
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', 'Bytes of memory');
  const heads = element.appendChild(document.createElement('div'));
  heads.className = 'memhead';
  const list = element.appendChild(document.createElement('div'));
  list.className = 'memlines';
  let sizes: MemorySizes = { before: undefined, after: undefined };
  let before: BytePages | undefined;
  let after: BytePages | undefined;
  let look: { readonly element: Element; readonly side: Side; readonly place: Place | undefined } = {
    element: 'hex',
    side: 'both',
    place: undefined,
  };
  const length = (): number => Math.max(sizes.before ?? 0, sizes.after ?? 0);
  const pagesOf = (role: LlvmRole, bytes: number | undefined): BytePages | undefined =>
    bytes === undefined
      ? undefined
      : createBytePages({
          length: bytes,
          pageBytes: MOST_LLVM_BYTES,
          read: (offset, count) => read(role, offset, count),
          changed: () => rows.invalidate(),
        });

  /** One element of a side: dots until it has come, nothing past the end. */
  const cell = (pages: BytePages, other: BytePages | undefined, begin: number, end: number): TemplateResult => {
    const { bytes: count } = SIZES[look.element];
    const { place } = look;
    if (begin + count > end) return html`<i></i>`;
    const bytes: number[] = [];
    let differs = false;
    for (let i = begin; i < begin + count; i++) {
      const byte = pages.at(i);
      if (byte === undefined) return html`<i class="dim">··</i>`;
      bytes.push(byte);
      const otherByte = other?.at(i);
      differs ||= otherByte !== undefined && otherByte !== byte;
    }
    const chosen = place !== undefined && begin < place.end && begin + count > place.begin;
    const dim = !differs && bytes.every((byte) => byte === 0);
    const text = elementText(look.element, bytes);
    const title = look.element === 'hex' ? nothing : text;
    return html`<i class="${differs ? 'ch' : dim ? 'dim' : ''} ${chosen ? 'on' : ''}" title=${title}>${text}</i>`;
  };
  const side = (name: Side, pages: BytePages | undefined, other: BytePages | undefined, end: number, row: number): unknown => {
    if (pages === undefined || !shows(name, pages)) return nothing;
    const { bytes } = SIZES[look.element];
    const cells = Array.from({ length: LINE / bytes }, (_, i) => cell(pages, other, row * LINE + i * bytes, end));
    const alone = look.side !== 'both' && look.element === 'hex';
    return html`<span class="cells ${look.element} ${name}">${cells}</span
      >${alone ? html`<span class="dim ascii">${ascii(pages, row, end)}</span>` : nothing}`;
  };
  const shows = (name: Side, pages: BytePages | undefined): boolean => pages !== undefined && (look.side === 'both' || look.side === name);
  const head = (): TemplateResult =>
    html`<span class="at">Byte</span
      >${shows('before', before) ? html`<span class="cells ${look.element}">Before the launch</span>` : nothing}${
        shows('after', after) ? html`<span class="cells ${look.element}">After the launch</span>` : nothing
      }`;
  const line = (row: number): TemplateResult =>
    html`<div class="memline">
      <span class="dim at">${grouped(row * LINE)}</span
      >${side('before', before, after, sizes.before ?? 0, row)}${side('after', after, before, sizes.after ?? 0, row)}
    </div>`;

  const rows = createVirtualRows({
    element: list,
    rowHeight: LINE_HEIGHT,
    rows: () => Math.ceil(length() / LINE),
    draw: ({ first, end }) => {
      before?.want(first * LINE, end * LINE);
      after?.want(first * LINE, end * LINE);
      return Array.from({ length: end - first }, (_, i) => line(first + i));
    },
    scrolled,
  });
  element.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = rows.rowsPerPage * LINE_HEIGHT;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: LINE_HEIGHT, ArrowUp: -LINE_HEIGHT, PageDown: page, PageUp: -page },
      ...{ Home: -Infinity, End: Infinity },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    rows.top = step === Infinity ? Math.ceil(length() / LINE) * LINE_HEIGHT : Math.max(0, rows.top + step);
  });

  return {
    element,
    get top() {
      return rows.top;
    },
    set top(pixels) {
      rows.top = pixels;
    },
    load(now) {
      sizes = now;
      before = pagesOf('memory', now.before);
      after = pagesOf('output', now.after);
      element.style.setProperty('--at', `${String(grouped(length()).length + 1)}ch`);
      rows.invalidate();
    },
    show(next) {
      look = next;
      element.style.setProperty('--cell', `${String(SIZES[look.element].characters)}ch`);
      element.style.setProperty('--cells', String(LINE / SIZES[look.element].bytes));
      render(head(), heads);
      rows.invalidate();
    },
    reveal: ({ begin }) => rows.reveal(Math.floor(begin / LINE)),
  };
}

function ascii(pages: BytePages, row: number, end: number): string {
  return Array.from({ length: Math.max(0, Math.min(LINE, end - row * LINE)) }, (_, i) => {
    const value = pages.at(row * LINE + i) ?? 0;
    return value > 31 && value < 127 ? String.fromCharCode(value) : '.';
  }).join('');
}
