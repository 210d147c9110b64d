/** The elements of a range as rows of numbers, of which only what is in view is drawn. */
import { html, type TemplateResult } from 'lit-html';
import { createVirtualRows } from '../../widgets/virtualRows';
import type { VisibleRows } from '../../widgets/virtualScroll';
import type { ElementPages } from './elementPages';
import { rowIndex, type Shape } from './shape';

const ROW_HEIGHT = 18;
/** Width of a character in the editor's font is measured; this many stand between two numbers. */
const GAP = 2;
const MIN_CELL = 4;
/** Elements beyond what is seen at the sides. */
const MARGIN = 4;

export interface ShownElements {
  readonly pages: ElementPages;
  /** The other moment: what differs from it is marked. */
  readonly other: ElementPages | undefined;
  readonly shape: Shape;
  /** The element that was found last. */
  readonly found: number | undefined;
}

export interface ElementGrid {
  readonly element: HTMLElement;
  show(elements: ShownElements | undefined): void;
  /** Draws again: elements arrived. */
  invalidate(): void;
  /** Scrolls to an element. */
  reveal(element: number): void;
}

export function createElementGrid(): ElementGrid {
  const element = document.createElement('div');
  element.className = 'elements m';
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', 'Elements');
  const list = element.appendChild(document.createElement('div'));
  list.className = 'lines';
  let shown: ShownElements | undefined;
  let cell = MIN_CELL;

  const draw = ({ first, end }: VisibleRows): TemplateResult[] => {
    if (shown === undefined) return [];
    const { pages, other, shape, found } = shown;
    const { columns } = shape;
    const labels = Array.from({ length: end - first }, (_, i) => `[${[...rowIndex(shape, first + i), ':'].join(', ')}]`);
    const label = Math.max(...labels.map(({ length }) => length), 0);
    const character = characterWidth(list);
    const from = Math.max(0, Math.floor(element.scrollLeft / character / cell) - MARGIN);
    const to = Math.min(columns, Math.ceil((element.scrollLeft + element.clientWidth) / character / cell) + MARGIN);
    list.style.setProperty('--left', `${element.scrollLeft}px`);
    list.style.setProperty('--seen', `${element.scrollLeft + element.clientWidth}px`);
    list.style.width = `${(label + GAP + columns * cell) * character}px`;
    for (let row = first; row < end; row++) {
      pages.want(row * columns + from, row * columns + to);
      other?.want(row * columns + from, row * columns + to);
    }
    let widest = cell;
    const rows = labels.map((name, i) => {
      const cells = Array.from({ length: to - from }, (_, c) => {
        const index = (first + i) * columns + from + c;
        const text = pages.at(index) ?? '·';
        widest = Math.max(widest, text.length + GAP);
        const before = other?.at(index);
        const mark = before !== undefined && before !== text ? 'changed' : notFinite(text) ? 'warn' : '';
        return html`<span class="${mark} ${index === found ? 'found' : ''}">${text.padStart(cell)}</span>`;
      });
      return html`<div class="line">
        <span class="dim">${name.padEnd(label + GAP)}</span><span style="margin-left:${from * cell}ch"></span>${cells}
      </div>`;
    });
    if (widest > cell) {
      cell = widest;
      grid.invalidate();
    }
    return rows;
  };
  const rows = createVirtualRows({
    element: list,
    rowHeight: ROW_HEIGHT,
    rows: () => Math.ceil((shown?.pages.total ?? 0) / (shown?.shape.columns ?? 1)),
    draw,
  });
  element.addEventListener('scroll', () => rows.invalidate());
  element.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: rows.rowsPerPage, PageUp: -rows.rowsPerPage }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    rows.top = Math.max(0, rows.top + step * ROW_HEIGHT);
  });

  const grid: ElementGrid = {
    element,
    show(elements) {
      if (elements?.shape.columns !== shown?.shape.columns || elements?.pages !== shown?.pages) cell = MIN_CELL;
      shown = elements;
      rows.invalidate();
    },
    invalidate: () => rows.invalidate(),
    reveal(index) {
      if (shown === undefined) return;
      const { columns } = shown.shape;
      element.scrollIntoView({ block: 'nearest' });
      rows.reveal(Math.floor(index / columns));
      const left = (index % columns) * cell * characterWidth(list);
      if (left < element.scrollLeft || left > element.scrollLeft + element.clientWidth / 2)
        element.scrollLeft = Math.max(0, left - element.clientWidth / 4);
      rows.invalidate();
    },
  };
  return grid;
}

function notFinite(text: string): boolean {
  return text === 'NaN' || text.endsWith('Infinity');
}

function characterWidth(element: HTMLElement): number {
  const probe = element.appendChild(document.createElement('span'));
  probe.textContent = '0'.repeat(20);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return Math.max(1, width / 20);
}
