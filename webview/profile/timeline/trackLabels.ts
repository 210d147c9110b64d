/** Names of the tracks, to the left of what is on them. Only those in view are elements; arrow keys move from one to the next. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { TrackInfo } from '../../../protocol/profile/profile';
import { startDrag } from '../../widgets/drag';
import { icon } from '../../widgets/icon';
import { openMenu, type MenuItem } from './trackMenu';
import type { TrackRow } from './trackLayout';

export interface LabelOptions {
  /** Taken over. */
  readonly element: HTMLElement;
  /** Where menus open. */
  readonly overlay: HTMLElement;
  toggle(group: number): void;
  setPinned(track: number, pinned: boolean): void;
  menu(row: TrackRow): readonly MenuItem[];
  /** Puts a track before another one, or at the end. */
  move(track: number, before: number | undefined): void;
  /** Those among which a track can be moved. */
  siblings(track: number): readonly number[];
  /** The name of the group of a track that stands apart from it. */
  groupName(track: TrackInfo): string | undefined;
  words(track: TrackInfo): string;
  isCollapsed(group: number): boolean;
  /** Scrolls a row into view. */
  reveal(track: number): void;
}

export interface LabelsView {
  /** Pinned rows, then those that scroll. */
  readonly pinned: readonly TrackRow[];
  readonly rows: readonly TrackRow[];
  /** Rows of `rows` in view. */
  readonly first: number;
  readonly end: number;
  readonly scrollTop: number;
  readonly pinnedHeight: number;
  /** The track of the selection. */
  readonly current: number | undefined;
}

export interface TrackLabels {
  draw(view: LabelsView): void;
  /** The track whose label has the keyboard. */
  readonly focused: number | undefined;
}

const INDENT = 14;

export function createTrackLabels(options: LabelOptions): TrackLabels {
  const { element, overlay } = options;
  element.setAttribute('role', 'list');
  element.setAttribute('aria-label', 'Tracks');
  let view: LabelsView = { pinned: [], rows: [], first: 0, end: 0, scrollTop: 0, pinnedHeight: 0, current: undefined };
  /** The row that Tab goes to. */
  let stop: number | undefined;
  let dropBefore: number | 'end' | undefined;
  let dragged: number | undefined;

  const all = (): readonly TrackRow[] => [...view.pinned, ...view.rows];
  const rowOf = (id: number | undefined): TrackRow | undefined => all().find(({ track }) => track.id === id);
  const elementOf = (id: number): HTMLElement | null => element.querySelector(`[data-track="${id}"]`);

  const openAt = (row: TrackRow, x: number, y: number): void => {
    const { left, top } = overlay.getBoundingClientRect();
    openMenu(overlay, { x: x - left, y: y - top }, row.track.name, options.menu(row));
  };
  const openBelow = (row: TrackRow, button: Element): void => {
    const { left, bottom } = button.getBoundingClientRect();
    openAt(row, left, bottom);
  };

  /** The track before which one is dropped, where the pointer is. */
  const targetAt = (y: number, siblings: readonly number[]): number | 'end' => {
    for (const id of siblings) {
      const box = elementOf(id)?.getBoundingClientRect();
      if (box !== undefined && y < box.top + box.height / 2) return id;
    }
    return 'end';
  };
  const drag = (event: PointerEvent, row: TrackRow): void => {
    if (event.target instanceof Element && event.target.closest('.tl-act') !== null) return;
    const siblings = options.siblings(row.track.id);
    if (siblings.length < 2) return;
    const from = event.clientY;
    startDrag(
      event,
      (_, dy) => {
        if (dragged === undefined && Math.abs(dy) < 5) return;
        dragged = row.track.id;
        dropBefore = targetAt(from + dy, siblings);
        draw();
      },
      () => {
        const [track, before] = [dragged, dropBefore];
        dragged = dropBefore = undefined;
        if (track !== undefined && before !== undefined && before !== track) options.move(track, before === 'end' ? undefined : before);
        draw();
      },
    );
  };

  const focusRow = (row: TrackRow | undefined): void => {
    if (row === undefined) return;
    stop = row.track.id;
    options.reveal(row.track.id);
    draw();
    elementOf(row.track.id)?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true });
  };
  element.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const id = Number(target?.closest('[data-track]')?.getAttribute('data-track'));
    const rows = all();
    const place = rows.findIndex(({ track }) => track.id === id);
    const row = rows[place];
    if (row === undefined || target === undefined) return;
    const buttons = [...(elementOf(id)?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.findIndex((button) => button === target);
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        if (event.altKey)
          options
            .menu(row)
            .find(({ label }) => label === (by === 1 ? 'Move Down' : 'Move Up'))
            ?.act();
        focusRow(event.altKey ? rowOf(id) : rows[place + by]);
        break;
      }
      case 'Home':
        focusRow(rows[0]);
        break;
      case 'End':
        focusRow(rows.at(-1));
        break;
      case 'ArrowRight':
        if (row.track.kind === 'group' && options.isCollapsed(id)) options.toggle(id);
        else buttons[at + 1]?.focus();
        break;
      case 'ArrowLeft':
        if (at > 0) buttons[at - 1]?.focus();
        else if (row.track.kind === 'group' && !options.isCollapsed(id)) options.toggle(id);
        break;
      case 'ContextMenu':
        openBelow(row, target);
        break;
      case 'F10':
        if (!event.shiftKey) return;
        openBelow(row, target);
        break;
      case 'p':
      case 'P':
        if (event.ctrlKey || event.metaKey || event.altKey || row.track.kind === 'group') return;
        options.setPinned(id, !row.pinned);
        focusRow(rowOf(id));
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener('focusin', ({ target }) => {
    const id = target instanceof Element ? target.closest('[data-track]')?.getAttribute('data-track') : undefined;
    if (id !== undefined && id !== null) stop = Number(id);
  });

  const label = (row: TrackRow, top: number): TemplateResult => {
    const { track, depth, height, pinned } = row;
    const { id, name, kind } = track;
    const group = kind === 'group';
    const collapsed = group && options.isCollapsed(id);
    const apart = pinned ? options.groupName(track) : undefined;
    const tabindex = stop === id ? 0 : -1;
    const classes = [
      ...['tl-label', group ? 'group' : 'track', ...(pinned ? ['pinned'] : []), ...(view.current === id ? ['current'] : [])],
      ...(dragged === id ? ['dragged'] : []),
      ...(dropBefore === id ? ['drop'] : []),
    ].join(' ');
    const words = options.words(track);
    const title = [name, apart, track.note].filter((text) => text !== undefined && text !== '').join('\n');
    return html`<div
      class=${classes}
      role="listitem"
      data-track=${id}
      style="top:${top}px;height:${height}px;padding-left:${8 + depth * INDENT}px"
      title=${title}
      @pointerdown=${(event: PointerEvent) => drag(event, row)}
      @contextmenu=${(event: MouseEvent) => {
        event.preventDefault();
        openAt(row, event.clientX, event.clientY);
      }}
    >
      ${
        group
          ? html`<button
              class="tl-name tl-act"
              data-main
              tabindex=${tabindex}
              aria-expanded=${collapsed ? 'false' : 'true'}
              @click=${() => options.toggle(id)}
            >
              ${icon(collapsed ? 'right' : 'down')}<span class="el">${name}</span>
            </button>`
          : html`${pinned ? icon('pinned') : nothing}<span class="tl-name el"
                >${name}${apart === undefined ? nothing : html` <span class="dim">${apart}</span>`}</span
              >`
      }
      <span class="tl-words m dim">${words}</span>
      ${track.note === undefined ? nothing : html`<span class="tl-note-mark" role="img" aria-label=${track.note}>${icon('info')}</span>`}
      <span class="tl-acts">
        ${
          group
            ? nothing
            : html`<button
                class="tool tl-act"
                tabindex="-1"
                aria-label=${pinned ? `Unpin ${name}` : `Pin ${name}`}
                @click=${() => options.setPinned(id, !pinned)}
              >
                ${icon(pinned ? 'pinned' : 'pin')}
              </button>`
        }
        <button
          class="tool tl-act"
          ?data-main=${!group}
          tabindex=${group ? -1 : tabindex}
          aria-haspopup="menu"
          aria-label=${`Menu of ${name}`}
          @click=${(event: MouseEvent) => openBelow(row, event.currentTarget as Element)}
        >
          ${icon('ellipsis')}
        </button>
      </span>
    </div>`;
  };

  const draw = (): void => {
    const shown = view.rows.slice(view.first, view.end);
    if (rowOf(stop) === undefined) stop = (view.pinned[0] ?? view.rows[0])?.track.id;
    // What Tab goes to is an element even while it is scrolled out of view.
    const stopRow = view.rows.find(({ track }) => track.id === stop);
    if (stopRow !== undefined && !shown.includes(stopRow)) shown.push(stopRow);
    const key = ({ track }: TrackRow): number => track.id;
    render(
      html`<div class="tl-pins" style="height:${view.pinnedHeight}px">${repeat(view.pinned, key, (row) => label(row, row.top))}</div>
        <div class="tl-rows">${repeat(shown, key, (row) => label(row, row.top - view.scrollTop))}</div>`,
      element,
    );
  };

  return {
    draw(next) {
      view = next;
      draw();
    },
    get focused() {
      return element.contains(document.activeElement) ? stop : undefined;
    },
  };
}
