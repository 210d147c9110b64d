/** The tracks as rows: which there are, what the user made of them, what is scrolled into view, and their labels. */
import type { TrackInfo } from '../../../protocol/profile/profile';
import {
  AS_IS,
  siblingsOf,
  withAllCollapsed,
  withCollapsed,
  withHidden,
  withMoved,
  withPinned,
  withStep,
  type Arrangement,
} from './arrangement';
import { createScrollbar } from './scrollbar';
import type { Skeleton } from './skeleton';
import { createTrackLabels } from './trackLabels';
import { layoutTracks, rowsBetween, type TrackLayout, type TrackRow } from './trackLayout';
import type { MenuItem } from './trackMenu';
import { groupWords, tracksBelow, trackWords } from './trackWords';

export interface TrackPanel {
  readonly tracks: readonly TrackInfo[];
  readonly layout: TrackLayout;
  readonly arrangement: Arrangement;
  readonly scrollTop: number;
  /** Pixels of the tracks that scroll that are seen. */
  readonly room: number;
  /** `complete`: there are no others. */
  setTracks(tracks: readonly TrackInfo[], complete: boolean): void;
  /** `room` is the height for all tracks, pixels; `scale` that of text. */
  setSize(top: number, room: number, scale: number): void;
  /** By the user, who is told of it in the labels. */
  arrange(next: Arrangement): void;
  /** From what was kept. */
  restore(arrangement: Arrangement): void;
  byId(id: number): TrackInfo | undefined;
  /** Whether there was something to scroll. */
  scrollTo(top: number): boolean;
  /** Brings a track into view: out of hiding and collapsed groups, and scrolled to. */
  reveal(id: number): void;
  /** The row at a distance from the top of all tracks, and how far below its top that is. */
  rowAt(y: number): { readonly row: TrackRow; readonly y: number } | undefined;
  /** Draws the labels, if they have changed. */
  drawLabels(current: number | undefined): void;
  labelsChanged(): void;
}

export interface TrackPanelOptions {
  readonly skeleton: Skeleton;
  /** A frame is wanted. */
  readonly schedule: () => void;
  /** Draws at once. */
  readonly draw: () => void;
  /** The user has arranged something. */
  readonly arranged: () => void;
}

/** Part of the tracks' height that pinned ones may take. */
const PINNED = 0.6;
const LINE = 20;

export function createTrackPanel({ skeleton, schedule, draw, arranged }: TrackPanelOptions): TrackPanel {
  const { root, labels: labelsElement, main, empty } = skeleton;
  let tracks: readonly TrackInfo[] = [];
  let complete = false;
  let arrangement: Arrangement = AS_IS;
  let layout: TrackLayout = layoutTracks([], AS_IS, 0);
  let scrollTop = 0;
  let size = { top: 0, room: 0, scale: 1 };
  let due = true;

  const byId = (id: number): TrackInfo | undefined => tracks.find((track) => track.id === id);
  const room = (): number => Math.max(0, size.room - layout.pinnedHeight);
  const clamp = (top: number): number => Math.min(Math.max(0, top), Math.max(0, layout.height - room()));
  const relayout = (): void => {
    layout = layoutTracks(tracks, arrangement, size.room * PINNED, size.scale);
    scrollTop = clamp(scrollTop);
    due = true;
    const filter = arrangement.filter.trim();
    const hidden = filter === '' ? 'Every track is hidden.' : `No track is called “${filter}”.`;
    const none = tracks.length > 0 ? hidden : complete ? 'No events were recorded.' : '';
    empty.textContent = layout.pinned.length + layout.rows.length > 0 ? '' : none;
    schedule();
  };
  const arrange = (next: Arrangement): void => {
    if (next === arrangement) return;
    arrangement = next;
    relayout();
    arranged();
  };
  const scrollTo = (top: number): boolean => {
    const next = clamp(top);
    if (next === scrollTop) return false;
    scrollTop = next;
    due = true;
    schedule();
    return true;
  };
  const reveal = (id: number): void => {
    let next = arrangement;
    if (next.hidden.has(id)) next = withHidden(next, [id], false);
    for (let at = byId(id)?.parent; at !== undefined && at !== 0; at = byId(at)?.parent) {
      if (next.collapsed.has(at)) next = withCollapsed(next, at, false);
      if (next.hidden.has(at)) next = withHidden(next, [at], false);
    }
    arrange(next);
    const row = layout.rows.find(({ track }) => track.id === id);
    if (row === undefined) return;
    if (row.top < scrollTop) scrollTo(row.top);
    else if (row.top + row.height > scrollTop + room()) scrollTo(row.top + row.height - room());
  };

  const menuOf = ({ track: { id, kind } }: TrackRow): readonly MenuItem[] => {
    const siblings = siblingsOf(arrangement, tracks, id);
    const place = siblings.indexOf(id);
    const pinned = arrangement.pinned.includes(id);
    const allCollapsed = tracks.every((track) => track.kind !== 'group' || arrangement.collapsed.has(track.id));
    const step = (by: 1 | -1) => () => arrange(withStep(arrangement, tracks, id, by));
    const pin = { label: pinned ? 'Unpin' : 'Pin to Top', key: 'P', act: () => arrange(withPinned(arrangement, id, !pinned)) };
    return [
      ...(kind === 'group' ? [] : [pin]),
      { label: 'Hide', act: () => arrange(withHidden(arrangement, [id], true)) },
      { label: 'Move Up', key: 'Alt+↑', separated: true, disabled: place <= 0, act: step(-1) },
      { label: 'Move Down', key: 'Alt+↓', disabled: place === -1 || place === siblings.length - 1, act: step(1) },
      {
        ...{ label: allCollapsed ? 'Expand All Groups' : 'Collapse All Groups', separated: true },
        act: () => arrange(withAllCollapsed(arrangement, tracks, !allCollapsed)),
      },
      { label: 'Show All Tracks', disabled: arrangement.hidden.size === 0, act: () => arrange({ ...arrangement, hidden: new Set() }) },
    ];
  };
  const labels = createTrackLabels({
    element: labelsElement,
    overlay: root,
    toggle: (group) => arrange(withCollapsed(arrangement, group, !arrangement.collapsed.has(group))),
    setPinned: (track, pinned) => arrange(withPinned(arrangement, track, pinned)),
    menu: menuOf,
    move: (track, before) => arrange(withMoved(arrangement, tracks, track, before)),
    siblings: (track) => siblingsOf(arrangement, tracks, track),
    groupName: ({ parent }) => byId(parent)?.name,
    words(track) {
      if (track.kind !== 'group') return trackWords(track);
      const all = tracksBelow(tracks, track.id);
      return groupWords(tracksBelow(tracks, track.id, arrangement.hidden).length, all.length, 'track');
    },
    isCollapsed: (group) => arrangement.collapsed.has(group),
    reveal(track) {
      reveal(track);
      draw();
    },
  });
  labelsElement.addEventListener(
    'wheel',
    (event) => {
      if (scrollTo(scrollTop + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1))) event.preventDefault();
    },
    { passive: false },
  );
  const scrollbar = createScrollbar(main, scrollTo);

  return {
    get tracks() {
      return tracks;
    },
    get layout() {
      return layout;
    },
    get arrangement() {
      return arrangement;
    },
    get scrollTop() {
      return scrollTop;
    },
    get room() {
      return room();
    },
    setTracks(next, isComplete) {
      tracks = next;
      complete = isComplete;
      relayout();
    },
    setSize(top, all, scale) {
      size = { top, room: all, scale };
      relayout();
    },
    arrange,
    restore(next) {
      arrangement = next;
      relayout();
    },
    byId,
    scrollTo,
    reveal,
    rowAt(y) {
      if (y < 0) return undefined;
      const pinned = y < layout.pinnedHeight;
      const rows = pinned ? layout.pinned : layout.rows;
      const at = pinned ? y : y - layout.pinnedHeight + scrollTop;
      const row = rows[rowsBetween(rows, at, at + 1)[0]];
      return row === undefined || at < row.top ? undefined : { row, y: at - row.top };
    },
    drawLabels(current) {
      if (!due) return;
      due = false;
      const [first, end] = rowsBetween(layout.rows, scrollTop, scrollTop + room());
      labels.draw({ pinned: layout.pinned, rows: layout.rows, first, end, scrollTop, pinnedHeight: layout.pinnedHeight, current });
      scrollbar.draw(size.top + layout.pinnedHeight, layout.height, room(), scrollTop);
    },
    labelsChanged() {
      due = true;
    },
  };
}
