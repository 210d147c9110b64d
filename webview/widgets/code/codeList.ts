/** A list of rows of code, of which only those in view are elements. One tab stop; arrows move in it, and Ctrl+C copies what is chosen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { createVirtualRows } from '../virtualRows';
import { endsOf, rangeAfter, type RowRange } from './rowRange';

export const ROW_HEIGHT = 18;
/** Pixels by which arrows, and the wheel, move long rows. */
const SIDEWAYS = 24;

export interface CodeListOptions {
  /** Taken over. */
  readonly element: HTMLElement;
  /** Begins the elements' ids. */
  readonly name: string;
  total(): number;
  /** What is in a row; undefined while it has not been fetched. */
  draw(index: number): TemplateResult | undefined;
  want(first: number, end: number): void;
  /** It belongs to what is chosen elsewhere. */
  isMarked(index: number): boolean;
  /** The keyboard or the pointer is there now. */
  moved(index: number): void;
  /** Enter, or a double click. */
  follow(index: number): void;
  /** Another key; true when it has been taken. */
  key?(event: KeyboardEvent, index: number): boolean;
  copy(first: number, last: number): void;
}

export interface CodeList {
  readonly at: number;
  /** Puts the keyboard's place there, and shows it. */
  goTo(index: number): void;
  reveal(index: number): void;
  label(text: string): void;
  invalidate(): void;
  focus(): void;
}

export function createCodeList(options: CodeListOptions): CodeList {
  const { element, name } = options;
  element.classList.add('codelist');
  element.setAttribute('role', 'listbox');
  element.setAttribute('aria-multiselectable', 'true');
  element.tabIndex = 0;
  let range: RowRange = { at: 0, from: 0 };
  let sideways = 0;

  const row = (index: number): TemplateResult => {
    const [first, last] = endsOf(range);
    const chosen = index >= first && index <= last;
    const marked = options.isMarked(index);
    const classes = [
      'coderow',
      ...(chosen ? ['picked'] : []),
      ...(marked ? ['same-line'] : []),
      ...(index === range.at ? ['current'] : []),
    ];
    return html`<div
      id="${name}-${index}"
      class=${classes.join(' ')}
      role="option"
      aria-selected=${chosen || marked ? 'true' : 'false'}
      aria-setsize=${options.total()}
      aria-posinset=${index + 1}
      data-row=${index}
    >
      ${options.draw(index) ?? html`<span class="dim">…</span>`}
    </div>`;
  };
  const rows = createVirtualRows({
    element,
    rowHeight: ROW_HEIGHT,
    rows: () => options.total(),
    draw: ({ first, end }) => {
      options.want(first, end);
      const at = range.at >= first && range.at < end ? `${name}-${String(range.at)}` : undefined;
      if (at === undefined) element.removeAttribute('aria-activedescendant');
      else element.setAttribute('aria-activedescendant', at);
      return Array.from({ length: end - first }, (_, i) => row(first + i));
    },
    kept: () => range.at,
  });
  const go = (next: RowRange): void => {
    range = next;
    rows.reveal(range.at);
    rows.invalidate();
    options.moved(range.at);
  };
  const shift = (by: number): void => {
    const widest = Math.max(0, ...[...element.querySelectorAll('.coderow')].map((one) => one.scrollWidth));
    sideways = Math.min(Math.max(0, sideways + by), Math.max(0, widest - element.clientWidth + SIDEWAYS));
    element.style.setProperty('--sideways', `${-sideways}px`);
  };

  element.addEventListener('keydown', (event) => {
    const next = rangeAfter(event, range, options.total(), rows.rowsPerPage);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (next !== undefined) go(next);
    else if (plain && event.key === 'Enter') options.follow(range.at);
    else if (plain && event.key === 'ArrowRight') shift(SIDEWAYS);
    else if (plain && event.key === 'ArrowLeft') shift(-SIDEWAYS);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      // Selected text is copied as text.
      if (getSelection()?.isCollapsed === false) return;
      options.copy(...endsOf(range));
    } else if (options.key?.(event, range.at) !== true) return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener(
    'wheel',
    (event) => {
      const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (by === 0 || event.ctrlKey) return;
      shift(by);
      if (event.shiftKey) event.stopImmediatePropagation();
      event.preventDefault();
    },
    { passive: false, capture: true },
  );
  const rowOf = ({ target }: Event): number | undefined => {
    const found = target instanceof Element ? target.closest<HTMLElement>('.coderow')?.dataset['row'] : undefined;
    return found === undefined ? undefined : Number(found);
  };
  element.addEventListener('click', (event) => {
    const at = rowOf(event);
    if (at === undefined || getSelection()?.isCollapsed === false) return;
    range = { at, from: event.shiftKey ? range.from : at };
    rows.invalidate();
    options.moved(at);
  });
  element.addEventListener('dblclick', (event) => {
    const at = rowOf(event);
    if (at === undefined) return;
    getSelection()?.empty();
    options.follow(at);
  });

  return {
    get at() {
      return range.at;
    },
    goTo(index) {
      range = { at: index, from: index };
      rows.reveal(index);
      rows.invalidate();
    },
    reveal: (index) => rows.reveal(index),
    label: (text) => element.setAttribute('aria-label', text),
    invalidate: () => rows.invalidate(),
    focus: () => element.focus(),
  };
}

/** A link in a row for the pointer; who uses keys has keys for it, as nothing in an option can be reached. */
export function rowLink(text: string, title: string, act: () => void): TemplateResult {
  const follow = (event: Event): void => {
    event.stopPropagation();
    act();
  };
  return html`<span class="a" title=${title || nothing} @click=${follow}>${text}</span>`;
}
