/** A table of any length: a treegrid of which only the rows in view are elements, sorted by its headers, filtered, opened by its rows. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { columnWidths, textWidths } from './columnWidths';
import { createCursor } from './cursor';
import { shownRows, type GridCell, type GridColumn, type GridTable, type GridView, type ShownRow } from './gridRows';
import { icon } from './icon';
import { createVirtualRows } from './virtualRows';

/** As high as theme.css has rows. */
const ROW_HEIGHT = 20;

/** Pixels that a table goes sideways by an arrow key, where it is wider than its room: right from a row that does not open, and back first of all. */
const SIDEWAYS = 80;

export interface GridOptions {
  /** Taken over. */
  readonly element: HTMLElement;
  /** Pixels, where rows are higher than elsewhere. */
  readonly rowHeight?: number;
  /** The user has chosen a row, by a click or by the arrow keys. */
  readonly chosen: (key: string) => void;
  /** Enter or a double click on it. */
  readonly opened: (key: string) => void;
  readonly toggled: (key: string, open: boolean) => void;
  readonly sorted: (column: string) => void;
}

export interface Grid {
  /** What has the keyboard. */
  readonly element: HTMLElement;
  /** Pixels from the top. */
  top: number;
  /** Rows that are shown, and those of them at the first level. */
  readonly counts: { readonly rows: number; readonly first: number };
  /** Draws it; `selected` is the key of the row that is marked. */
  show(table: GridTable, view: GridView, selected: string | undefined): void;
  reveal(key: string): void;
  redraw(): void;
  dispose(): void;
}

export function createGrid({ element, rowHeight = ROW_HEIGHT, chosen, opened, toggled, sorted }: GridOptions): Grid {
  element.classList.add('tt', 'grid-table');
  element.setAttribute('role', 'treegrid');
  element.tabIndex = 0;
  element.style.setProperty('--row', `${String(rowHeight)}px`);
  const wide = element.appendChild(document.createElement('div'));
  wide.className = 'wide';
  const head = wide.appendChild(document.createElement('div'));
  head.className = 'heads';
  const window_ = wide.appendChild(document.createElement('div'));
  window_.className = 'window';
  const list = window_.appendChild(document.createElement('div'));
  list.className = 'list';
  const foot = wide.appendChild(document.createElement('div'));
  foot.className = 'tfoot';

  let table: GridTable | undefined;
  let view: GridView | undefined;
  let cursor = createCursor();
  let shown: readonly ShownRow[] = [];
  let made: readonly [GridTable, GridView] | undefined;
  /** A row that the user has just opened. */
  let opening: string | undefined;
  const id = (index: number): string => `${table?.name ?? 'grid'}-row-${String(index)}`;

  const drawRow = ({ row, level, expanded }: ShownRow, index: number, columns: readonly GridColumn[]): TemplateResult => {
    const on = row.key === cursor.at;
    return html`<div
      class="tr ${on ? 'sel cursor' : ''} ${level > 1 && expanded === undefined ? 'below' : ''} ${index % 2 === 1 ? 'odd' : ''}"
      role="row"
      id=${id(index)}
      data-key=${row.key}
      aria-level=${level}
      aria-rowindex=${index + 2}
      aria-selected=${on ? 'true' : 'false'}
      aria-expanded=${expanded === undefined ? nothing : expanded ? 'true' : 'false'}
      @click=${() => {
        element.focus({ preventScroll: true });
        choose(row.key);
      }}
      @dblclick=${() => opened(row.key)}
    >
      ${columns.map((column, i) => {
        const cell = row.cells[i] ?? { text: '' };
        const content = cell.draw?.() ?? cell.text;
        return html`<span
          role="gridcell"
          class="${column.numeric === true ? 'r' : ''} ${i === 0 ? 'op' : ''} ${cell.heat === undefined ? '' : 'heat'}"
          style=${cell.heat === undefined ? nothing : `--h:${cell.heat.toFixed(2)}`}
          title=${cell.text}
          >${i === 0 ? html`${twistie(row.key, level, expanded)}<span class="el">${content}</span>` : content}</span
        >`;
      })}
    </div>`;
  };
  const twistie = (key: string, level: number, expanded: boolean | undefined): TemplateResult => {
    const indent = Array.from({ length: level - 1 }, () => html`<i class="ind"></i>`);
    if (expanded === undefined) return html`${indent}<i class="nt"></i>`;
    return html`${indent}<i
        class="tw"
        @click=${(event: Event) => {
          event.stopPropagation();
          toggle(key, !expanded);
        }}
        >${icon(expanded ? 'down' : 'right')}</i
      >`;
  };

  const header = ({ columns, name }: GridTable, { sorting }: GridView): TemplateResult =>
    html`<div class="thead" role="row" aria-rowindex="1" data-table=${name}>
      ${columns.map((column) => {
        const on = sorting?.column === column.name;
        const classes = `${column.numeric === true ? 'r' : ''} ${on ? 'on' : ''}`;
        if (column.unsorted === true)
          return html`<span role="columnheader" class=${classes}><span class="el">${column.title}</span></span>`;
        return html`<span
          role="columnheader"
          class=${classes}
          data-column=${column.name}
          aria-sort=${on ? (sorting.down ? 'descending' : 'ascending') : 'none'}
          ><button class="el" title="Sort by ${column.title}" @click=${() => sorted(column.name)}>
            ${column.title}${on ? icon(sorting.down ? 'down' : 'up') : nothing}
          </button></span
        >`;
      })}
    </div>`;

  const rows = createVirtualRows({
    element: list,
    rowHeight,
    role: 'rowgroup',
    rows: () => shown.length,
    draw: ({ first, end }) => {
      const { columns = [], empty = '' } = table ?? {};
      if (shown.length === 0) return [html`<p class="empty">${view?.filter === '' ? empty : 'No row matches the filter.'}</p>`];
      return shown.slice(first, end).map((one, i) => drawRow(one, first + i, columns));
    },
    scrolled: () => {
      placeBar();
      const at = selectedIndex();
      const { first, end } = rows.visible;
      if (at === undefined || at < first || at >= end) element.removeAttribute('aria-activedescendant');
      else element.setAttribute('aria-activedescendant', id(at));
    },
    kept: selectedIndex,
  });
  function selectedIndex(): number | undefined {
    const at = cursor.at === undefined ? -1 : shown.findIndex(({ row }) => row.key === cursor.at);
    return at === -1 ? undefined : at;
  }
  // The scrollbar of a table that is wider than its room stays in view.
  const placeBar = (): void => element.style.setProperty('--bar', `${String(element.scrollLeft + element.clientWidth - 10)}px`);
  element.addEventListener('scroll', placeBar, { passive: true });

  const toggle = (key: string, open: boolean): void => {
    opening = open ? key : undefined;
    toggled(key, open);
  };
  /** Shows a row, and of what lies below it as much as there is room for. */
  const reveal = (key: string): void => {
    const at = shown.findIndex(({ row }) => row.key === key);
    if (at === -1) return;
    let last = at;
    while ((shown[last + 1]?.level ?? 0) > (shown[at]?.level ?? 0)) last++;
    rows.reveal(Math.min(last, at + rows.rowsPerPage - 1));
    rows.reveal(at);
  };
  const choose = (key: string): void => {
    cursor.choose(key);
    rows.invalidate();
    chosen(key);
  };
  const go = (index: number): void => {
    const target = shown[Math.min(Math.max(0, index), shown.length - 1)];
    if (target === undefined) return;
    rows.reveal(shown.indexOf(target));
    choose(target.row.key);
  };
  element.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== element) return;
    const at = selectedIndex();
    const current = at === undefined ? undefined : shown[at];
    switch (event.key) {
      case 'ArrowDown':
        go((at ?? -1) + 1);
        break;
      case 'ArrowUp':
        go((at ?? 1) - 1);
        break;
      case 'PageDown':
        go((at ?? 0) + rows.rowsPerPage);
        break;
      case 'PageUp':
        go((at ?? 0) - rows.rowsPerPage);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(shown.length - 1);
        break;
      case 'ArrowRight':
        if (current?.expanded === false) toggle(current.row.key, true);
        else if (current?.expanded === true && at !== undefined) go(at + 1);
        else element.scrollBy({ left: SIDEWAYS });
        break;
      case 'ArrowLeft':
        if (element.scrollLeft > 0) element.scrollBy({ left: -SIDEWAYS });
        else if (current?.expanded === true) toggle(current.row.key, false);
        else if (current !== undefined && current.level > 1) go(shown.slice(0, at).findLastIndex(({ level }) => level < current.level));
        break;
      case ' ':
        if (current?.expanded !== undefined) toggle(current.row.key, !current.expanded);
        break;
      case 'Enter':
        if (current !== undefined) opened(current.row.key);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    get top() {
      return rows.top;
    },
    set top(value) {
      rows.top = value;
    },
    get counts() {
      return { rows: shown.length, first: shown.filter(({ level }) => level === 1).length };
    },
    show(nextTable, nextView, nextSelected) {
      const isAnother = table?.name !== nextTable.name;
      if (isAnother) {
        rows.top = 0;
        cursor = createCursor();
      }
      table = nextTable;
      view = nextView;
      cursor.follow(nextSelected);
      if (made?.[0] !== table) {
        const widths = columnWidths(table, textWidths(head, list));
        element.style.setProperty('--cols', widths.join(' '));
        element.style.setProperty('--least', `${String(leastWidth(widths))}px`);
      }
      if (made?.[0] !== table || made[1] !== view) {
        made = [table, view];
        shown = shownRows(table, view);
      }
      element.setAttribute('aria-label', table.label);
      element.setAttribute('aria-rowcount', String(shown.length + 1));
      element.setAttribute('aria-colcount', String(table.columns.length));
      render(header(table, view), head);
      render(table.foot ?? nothing, foot);
      // A row of the table before would be clicked under the name of this one.
      if (isAnother) rows.draw();
      else rows.invalidate();
      if (opening !== undefined && view.open.has(opening)) {
        reveal(opening);
        opening = undefined;
      }
    },
    reveal,
    redraw: () => rows.invalidate(),
    dispose: () => rows.dispose(),
  };
}

/** Pixels below which a table is scrolled sideways: each column's first size, and the scrollbar. */
function leastWidth(widths: readonly string[]): number {
  return widths.reduce((sum, width) => sum + Number(/\d+/.exec(width)?.[0] ?? 0), 10);
}

/** A number with a heat behind it, where it is the largest of its column or near it. */
export function heated(cell: GridCell, part: number): GridCell {
  return part > 0 ? { ...cell, heat: Math.min(1, part) } : cell;
}
