/** What the user made of the tracks: which are pinned, hidden, collapsed, and in which order. A value: changes make a new one. */
import type { TrackInfo } from '../../../protocol/profile/profile';

export interface Arrangement {
  /** In the order in which they stand. */
  readonly pinned: readonly number[];
  readonly hidden: ReadonlySet<number>;
  /** Groups. */
  readonly collapsed: ReadonlySet<number>;
  /** Of groups whose tracks were moved: the tracks, in order. By the group's id, 0 for those without one. */
  readonly order: ReadonlyMap<number, readonly number[]>;
  /** Only tracks whose names hold this, or that lie in a group whose name does. */
  readonly filter: string;
}

export const AS_IS: Arrangement = { pinned: [], hidden: new Set(), collapsed: new Set(), order: new Map(), filter: '' };

function withOrWithout(set: ReadonlySet<number>, id: number, there: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (there) next.add(id);
  else next.delete(id);
  return next;
}

export function withPinned(arrangement: Arrangement, track: number, pinned: boolean): Arrangement {
  const others = arrangement.pinned.filter((id) => id !== track);
  return { ...arrangement, pinned: pinned ? [...others, track] : others };
}

export function withHidden(arrangement: Arrangement, tracks: Iterable<number>, hidden: boolean): Arrangement {
  let next = arrangement.hidden;
  for (const id of tracks) next = withOrWithout(next, id, hidden);
  return { ...arrangement, hidden: next };
}

export function withCollapsed(arrangement: Arrangement, group: number, collapsed: boolean): Arrangement {
  return { ...arrangement, collapsed: withOrWithout(arrangement.collapsed, group, collapsed) };
}

/** All groups, or none. */
export function withAllCollapsed(arrangement: Arrangement, tracks: readonly TrackInfo[], collapsed: boolean): Arrangement {
  return { ...arrangement, collapsed: new Set(collapsed ? tracks.filter(({ kind }) => kind === 'group').map(({ id }) => id) : []) };
}

/** What lies directly in a group, in the order in which it is shown. */
export function childrenOf(tracks: readonly TrackInfo[], { order }: Arrangement, parent: number): readonly TrackInfo[] {
  const children = tracks.filter((track) => track.parent === parent);
  const wanted = order.get(parent);
  if (wanted === undefined) return children;
  const place = (id: number): number => {
    const at = wanted.indexOf(id);
    return at === -1 ? wanted.length : at;
  };
  // Stable: tracks that came later stand at the end, as the file has them.
  return children.toSorted((a, b) => place(a.id) - place(b.id));
}

/** Puts a track before another of its group; at the end where there is none. Pinned ones among the pinned. */
export function withMoved(arrangement: Arrangement, tracks: readonly TrackInfo[], track: number, before: number | undefined): Arrangement {
  const put = (ids: readonly number[]): readonly number[] => {
    const others = ids.filter((id) => id !== track);
    const at = before === undefined ? -1 : others.indexOf(before);
    return at === -1 ? [...others, track] : [...others.slice(0, at), track, ...others.slice(at)];
  };
  if (arrangement.pinned.includes(track)) return { ...arrangement, pinned: put(arrangement.pinned) };
  const parent = tracks.find(({ id }) => id === track)?.parent;
  if (parent === undefined) return arrangement;
  const ids = childrenOf(tracks, arrangement, parent).map(({ id }) => id);
  return { ...arrangement, order: new Map(arrangement.order).set(parent, put(ids)) };
}

/** The tracks among which one can be moved: pinned ones, or what is shown of its group. */
export function siblingsOf(arrangement: Arrangement, tracks: readonly TrackInfo[], track: number): readonly number[] {
  if (arrangement.pinned.includes(track)) return arrangement.pinned;
  const parent = tracks.find(({ id }) => id === track)?.parent ?? 0;
  return childrenOf(tracks, arrangement, parent)
    .map(({ id }) => id)
    .filter((id) => !arrangement.pinned.includes(id) && !arrangement.hidden.has(id));
}

/** Moves a track by one place. */
export function withStep(arrangement: Arrangement, tracks: readonly TrackInfo[], track: number, by: 1 | -1): Arrangement {
  const siblings = siblingsOf(arrangement, tracks, track);
  const at = siblings.indexOf(track);
  const to = at + by;
  if (at === -1 || to < 0 || to >= siblings.length) return arrangement;
  return withMoved(arrangement, tracks, track, by === -1 ? siblings[to] : siblings[to + 1]);
}
