/** The record tree: a treegrid of which only the rows in view are elements. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import type { Row } from '../../protocol/capture/recordRows';
import { firstBlocked } from '../../protocol/replay/reach';
import { recordedFor } from '../../protocol/words/recordedFor';
import { startDrag } from '../widgets/drag';
import { createVirtualRows, type VirtualRows } from '../widgets/virtualRows';
import type { VisibleRows } from '../widgets/virtualScroll';
import { clampWidth, columnsFor, gridTemplate, type Column } from './columns';
import { enclosing, stickyRows } from './enclosing';
import { functionColours } from './functionColours';
import type { Context } from './context';
import type { Model } from './model';
import { needles } from './queryTokens';
import { recordRow, rowElementId, type RowStyle } from './recordRow';
import { startOf } from './startOf';
import { timeUnitOf, type TimeColumns } from './times/timeColumn';
import { treeKey } from './treeKeys';

export const ROW_HEIGHT = 20;
const MAX_STICKY = 2;

export interface RecordTree {
  readonly rows: VirtualRows;
  /** The element that has the keyboard. */
  readonly grid: HTMLElement;
  invalidate(): void;
}

/** Builds the tree into `grid`. `scrolled` is called when other rows are in view. */
export function createRecordTree(context: Context, grid: HTMLElement, scrolled: () => void): RecordTree {
  const { model } = context;
  grid.setAttribute('role', 'treegrid');
  grid.setAttribute('aria-label', 'Records');
  grid.tabIndex = 0;
  const head = grid.appendChild(document.createElement('div'));
  const window_ = grid.appendChild(document.createElement('div'));
  window_.className = 'window';
  const pinned = window_.appendChild(document.createElement('div'));
  pinned.className = 'pinned';
  const list = window_.appendChild(document.createElement('div'));
  list.className = 'list';

  let pinnedRows = 0;
  const styleOf = (start: number): RowStyle => ({
    start,
    needles: needles(model.view.query),
    colours: functionColours(model.shares),
    names: model.names,
    times: timeColumns(context),
    problems: problemsByRecord(context),
    end: endOfReplay(context),
  });

  const draw = ({ first, end }: VisibleRows): TemplateResult[] => {
    const overscan = end - first;
    context.rows.want(first - overscan, end + overscan);
    const style = styleOf(startOf(context, { first, end }));
    const sticky = stickyRows((index) => context.rows.page(index), first, MAX_STICKY);
    pinnedRows = sticky.length;
    if (model.timesSource !== undefined) context.rowTimes.want(inView(context, { first, end }));
    render(
      sticky.map(({ index, row }) => recordRow(context, style, row, index, true)),
      pinned,
    );
    if (end === 0) return [emptyList(context)];
    return Array.from({ length: end - first }, (_, i) => {
      const row = context.rows.row(first + i);
      return row === undefined
        ? html`<div class="tr waiting" role="row" aria-rowindex=${first + i + 2}><span></span><span>…</span></div>`
        : recordRow(context, style, row, first + i);
    });
  };

  const rows = createVirtualRows({
    element: list,
    rowHeight: ROW_HEIGHT,
    role: 'rowgroup',
    rows: () => context.rows.total,
    draw,
    scrolled: () => {
      drawAround();
      scrolled();
    },
    covered: () => Math.max(1, pinnedRows) * ROW_HEIGHT,
    kept: () => selectedIndex(context, rows),
  });

  const drawAround = (): void => {
    const columns = columnsFor({
      records: model.summary?.records ?? 0,
      longestName: model.names.longest,
      preflight: problemsByRecord(context) !== undefined,
      times: model.timesSource !== undefined,
      available: list.clientWidth,
      widths: model.view.columns,
    });
    grid.style.setProperty('--cols', gridTemplate(columns));
    grid.setAttribute('aria-rowcount', String(context.rows.total + 1));
    grid.setAttribute('aria-colcount', String(columns.length));
    grid.dataset['columns'] = columns.map(({ name }) => name).join(' ');
    const active = selectedIndex(context, rows);
    if (active === undefined) grid.removeAttribute('aria-activedescendant');
    else grid.setAttribute('aria-activedescendant', rowElementId(active));
    render(header(context, columns), head);
  };

  grid.addEventListener('keydown', (event) => treeKey(context, rows, event));
  return { rows, grid, invalidate: () => rows.invalidate() };
}

/** In place of rows: why there are none. */
function emptyList({ model, rows }: Context): TemplateResult {
  if (model.summary?.complete !== true || rows.total > 0) return html``;
  const filtered = model.view.filter && model.view.query !== '';
  return html`<p class="empty">${filtered ? 'No record matches the query.' : 'The capture holds no whole record.'}</p>`;
}

/** The selected row, when it is in view. */
function selectedIndex(context: Context, rows: VirtualRows): number | undefined {
  const { first, end } = rows.visible;
  for (let index = first; index < end; index++) {
    if (context.rows.row(index)?.key === context.model.view.selection) return index;
  }
  return undefined;
}

function header(context: Context, columns: readonly Column[]): TemplateResult {
  return html`<div class="thead" role="row" aria-rowindex="1">
    ${columns.map(
      (column) =>
        html`<span class="${column.name === 'target' ? 'named' : ''} ${column.numeric ? 'r' : ''}" role="columnheader"
          >${heading(context, column)}${column.name === 'target' ? withoutShared(context) : nothing}${
            column.width === undefined
              ? nothing
              : html`<i
                  class="grip ${column.edge}"
                  @pointerdown=${(event: PointerEvent) => resize(context, column, event)}
                  @dblclick=${() => context.actions.setColumn(column.name, undefined)}
                ></i>`
          }</span
        >`,
    )}
  </div>`;
}

function heading(context: Context, { name, label }: Column): TemplateResult {
  const { model, actions } = context;
  const { timesSource: source, view } = model;
  if (source === undefined || (name !== 'time' && name !== 'share')) return html`<span class="el">${label}</span>`;
  if (name === 'time') return html`<span class="el" title="From the ${source.words}">${label}, ${timeUnitOf(source).name}</span>`;
  const other = view.shareOf === 'parent' ? 'scope' : 'parent';
  return html`<button
    class="a el"
    title="Of the time of what encloses the row; show it of the ${other === 'scope' ? 'scope' : 'row above it'}"
    @click=${() => actions.setShareOf(other)}
  >
    ${label} of ${view.shareOf}
  </button>`;
}

/** How times are drawn; undefined where none are known. */
function timeColumns({ model, rows, rowTimes }: Context): TimeColumns | undefined {
  const { timesSource: source, view } = model;
  if (source === undefined) return undefined;
  return {
    times: rowTimes,
    unit: timeUnitOf(source),
    whole: BigInt(source.wholeNs),
    of: view.shareOf,
    // Elsewhere than in the tree a row lies below what has no time.
    enclosing: (index) => (view.mode === 'tree' ? enclosing(rows.page(index), index).map(({ row }) => row) : []),
  };
}

/** The rows in view, and those that enclose the first. */
function inView({ rows }: Context, { first, end }: Pick<VisibleRows, 'first' | 'end'>): readonly Row[] {
  const there = Array.from({ length: end - first }, (_, i) => rows.row(first + i)).filter((row) => row !== undefined);
  return [...enclosing(rows.page(first), first).map(({ row }) => row), ...there];
}

/** What the names in the column are drawn without. */
function withoutShared({ model }: Context): TemplateResult | typeof nothing {
  const { shared } = model.names;
  return shared === '' ? nothing : html`<em title="Names are drawn without ${shared}">without ${shared}</em>`;
}

function resize(context: Context, column: Column, event: PointerEvent): void {
  const start = column.width ?? 0;
  const sign = column.edge === 'right' ? 1 : -1;
  startDrag(
    event,
    (dx) => context.actions.setColumn(column.name, clampWidth(start + sign * dx)),
    () => undefined,
  );
}

/** What preflight says of records: of a capture for another device nothing is wrong with any. */
function blocking({ preflight, summary }: Model): readonly Problem[] {
  if (preflight.state !== 'done') return [];
  const isForAnother = summary !== undefined && recordedFor(preflight.problems, summary.executables) !== undefined;
  return isForAnother ? [] : preflight.problems;
}

/** The first record that is not executed: where the replay was told to end, or after what blocks it. */
function endOfReplay({ model }: Context): number | undefined {
  const blocked = firstBlocked(blocking(model));
  return blocked === undefined ? model.environment.settings.stopBefore : blocked + 1;
}

/** The worst problem of each record; undefined where no record has one. */
function problemsByRecord({ model }: Context): ReadonlyMap<number, Problem> | undefined {
  const byRecord = new Map<number, Problem>();
  for (const problem of blocking(model)) {
    if (problem.record === undefined) continue;
    if (problem.severity === 'error' || !byRecord.has(problem.record)) byRecord.set(problem.record, problem);
  }
  return byRecord.size === 0 ? undefined : byRecord;
}
