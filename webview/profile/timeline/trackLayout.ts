/** Which tracks stand where: rows from top to bottom, pinned ones first. */
import type { TrackClass, TrackInfo } from '../../../protocol/profile/profile';
import { childrenOf, type Arrangement } from './arrangement';
import { mainTracks } from './mainTracks';

export interface TrackRow {
  readonly track: TrackInfo;
  /** Pixels from the top of the pinned rows, or from the top of the others. */
  readonly top: number;
  readonly height: number;
  /** Of one lane, without what is between it and the next. */
  readonly lane: number;
  /** How deep in groups. */
  readonly depth: number;
  readonly pinned: boolean;
  /** Of a collapsed group: the tracks that are seen in its row. */
  readonly instead: readonly TrackInfo[];
}

/** The tracks that are drawn in a row. */
export const drawnIn = ({ track, instead }: TrackRow): readonly TrackInfo[] => (track.kind === 'group' ? instead : [track]);

export interface TrackLayout {
  /** Always in view, above the others. */
  readonly pinned: readonly TrackRow[];
  readonly pinnedHeight: number;
  /** Scrolled when they do not fit. */
  readonly rows: readonly TrackRow[];
  readonly height: number;
  /** Tracks that are not groups and are neither hidden nor filtered out, in order; also those in collapsed groups. */
  readonly tracks: readonly number[];
}

/** Pixels, with text of 13 pixels; after the mock-ups. */
const GROUP_HEIGHT = 19;
/** Around the lanes of a track, and between them. */
export const LANE_GAP = 2;
const LANES: Partial<Record<TrackClass, { readonly alone: number; readonly several: number }>> = {
  submissions: { alone: 15, several: 13 },
  commandBuffers: { alone: 15, several: 13 },
  dispatches: { alone: 30, several: 16 },
  worker: { alone: 12, several: 10 },
  liveBytes: { alone: 53, several: 53 },
  counter: { alone: 35, several: 35 },
  metric: { alone: 35, several: 35 },
};
const LANE = { alone: 15, several: 13 } as const;
/** Tracks that are drawn over each other in the row of a collapsed group. */
const MOST_INSTEAD = 16;

/** A lane's height and the track's. */
function sizeOf({ kind, class: trackClass, lanes }: TrackInfo, scale: number): { readonly lane: number; readonly height: number } {
  if (kind === 'group') return { lane: 0, height: Math.round(GROUP_HEIGHT * scale) };
  const count = Math.max(1, lanes);
  const { alone, several } = LANES[trackClass] ?? LANE;
  const lane = Math.round((count === 1 ? alone : several) * scale);
  return { lane, height: count * lane + (count - 1) * LANE_GAP + 2 * LANE_GAP };
}

/** Top of a lane within its row. */
export const laneTop = (row: TrackRow, lane: number): number => LANE_GAP + lane * (row.lane + LANE_GAP);

/** The lane at a distance from the row's top. */
export function laneAt(row: TrackRow, y: number): number {
  const lanes = Math.max(1, row.track.lanes);
  return Math.min(lanes - 1, Math.max(0, Math.floor((y - LANE_GAP / 2) / (row.lane + LANE_GAP))));
}

/** `room` is the height for the pinned rows: those that do not fit scroll with the others. `scale` is of text, 1 at 13 pixels. */
export function layoutTracks(tracks: readonly TrackInfo[], arrangement: Arrangement, room: number, scale = 1): TrackLayout {
  const { hidden, collapsed } = arrangement;
  const kept = keptBy(tracks, arrangement.filter);
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const leaves: number[] = [];
  const rows: TrackRow[] = [];
  const pinned: TrackRow[] = [];
  let pinnedHeight = 0;
  let height = 0;
  const add = (track: TrackInfo, depth: number, isPinned: boolean, instead: readonly TrackInfo[] = []): void => {
    const size = sizeOf(track, scale);
    const fixed = isPinned && pinnedHeight + size.height <= room;
    (fixed ? pinned : rows).push({ track, depth, pinned: isPinned, top: fixed ? pinnedHeight : height, instead, ...size });
    if (fixed) pinnedHeight += size.height;
    else height += size.height;
  };
  const isPinned = new Set<number>();
  for (const id of arrangement.pinned) {
    const track = byId.get(id);
    if (track === undefined || track.kind === 'group' || hidden.has(id) || !kept(id)) continue;
    isPinned.add(id);
    leaves.push(id);
    add(track, 0, true);
  }
  const walk = (parent: number, depth: number, shown: boolean): void => {
    for (const track of childrenOf(tracks, arrangement, parent)) {
      if (hidden.has(track.id) || isPinned.has(track.id) || !kept(track.id)) continue;
      if (track.kind === 'group') {
        if (!hasMore(track.id)) continue;
        if (shown) add(track, depth, false, collapsed.has(track.id) ? mainTracks(within(track.id)).slice(0, MOST_INSTEAD) : []);
        walk(track.id, depth + 1, shown && !collapsed.has(track.id));
      } else {
        leaves.push(track.id);
        if (shown) add(track, depth, false);
      }
    }
  };
  /** What would stand in a group. */
  const within = (group: number): readonly TrackInfo[] =>
    childrenOf(tracks, arrangement, group).flatMap((track) => {
      if (hidden.has(track.id) || isPinned.has(track.id) || !kept(track.id)) return [];
      return track.kind === 'group' ? within(track.id) : [track];
    });
  /** Whether anything would stand in a group. */
  const hasMore = (group: number): boolean =>
    tracks.some(
      ({ id, parent, kind }) => parent === group && !hidden.has(id) && !isPinned.has(id) && kept(id) && (kind !== 'group' || hasMore(id)),
    );
  walk(0, 0, true);
  return { pinned, pinnedHeight, rows, height, tracks: leaves };
}

/** Whether a track stays when only those are wanted whose names hold a text, with their groups and what lies in them. */
function keptBy(tracks: readonly TrackInfo[], filter: string): (id: number) => boolean {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return () => true;
  const kept = new Set<number>();
  const parents = new Map(tracks.map(({ id, parent }) => [id, parent]));
  const within = new Set<number>();
  for (const { id, parent, name } of tracks) {
    if (!within.has(parent) && !name.toLowerCase().includes(wanted)) continue;
    within.add(id);
    for (let at: number | undefined = id; at !== undefined && at !== 0; at = parents.get(at)) kept.add(at);
  }
  return (id) => kept.has(id);
}

/** The rows that are at least partly between two distances from the top, as [first, end). */
export function rowsBetween(rows: readonly TrackRow[], from: number, to: number): readonly [number, number] {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && row.top + row.height <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((rows[end]?.top ?? Infinity) < to) end++;
  return [low, end];
}
