/**
 * Arithmetic of a list that is taller than a browser lets an element be: positions are plain numbers of pixels from
 * the list's top, and only the rows in view become elements.
 */

export interface ScrollGeometry {
  readonly rows: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Height of what is seen, in pixels. */
  readonly viewport: number;
}

/** Rows [first, end) in view, and the pixels by which `first` stands above the viewport's top. */
export interface VisibleRows {
  readonly first: number;
  readonly end: number;
  readonly offset: number;
}

export interface Thumb {
  readonly size: number;
  readonly position: number;
}

const MIN_THUMB = 20;

export function maxTop({ rows, rowHeight, viewport }: ScrollGeometry): number {
  return Math.max(0, rows * rowHeight - viewport);
}

export function clampTop(geometry: ScrollGeometry, top: number): number {
  return Math.min(Math.max(0, top), maxTop(geometry));
}

export function visibleRows(geometry: ScrollGeometry, top: number): VisibleRows {
  const { rows, rowHeight, viewport } = geometry;
  const clamped = clampTop(geometry, top);
  const first = Math.floor(clamped / rowHeight);
  return { first, end: Math.min(rows, Math.ceil((clamped + viewport) / rowHeight)), offset: clamped - first * rowHeight };
}

/** Where the scrollbar's thumb stands in a track of `track` pixels; undefined when everything is in view. */
export function thumbAt(geometry: ScrollGeometry, top: number, track: number): Thumb | undefined {
  const max = maxTop(geometry);
  if (max === 0 || track <= 0) return undefined;
  const size = Math.min(track, Math.max(MIN_THUMB, (track * geometry.viewport) / (geometry.rows * geometry.rowHeight)));
  return { size, position: ((track - size) * clampTop(geometry, top)) / max };
}

/** The top that puts the thumb at `position`. */
export function topOfThumb(geometry: ScrollGeometry, position: number, track: number): number {
  const thumb = thumbAt(geometry, 0, track);
  if (thumb === undefined || track <= thumb.size) return 0;
  return clampTop(geometry, (position / (track - thumb.size)) * maxTop(geometry));
}

/** The nearest top from which `row` is wholly seen below `covered` pixels of sticky rows. */
export function topToReveal(geometry: ScrollGeometry, top: number, row: number, covered = 0): number {
  const { rowHeight, viewport } = geometry;
  const at = row * rowHeight;
  if (at < top + covered) return clampTop(geometry, at - covered);
  if (at + rowHeight > top + viewport) return clampTop(geometry, at + rowHeight - viewport);
  return clampTop(geometry, top);
}

/** The top that puts `row` into the middle, for jumps that would otherwise land at an edge. */
export function topToCentre(geometry: ScrollGeometry, row: number): number {
  const { rowHeight, viewport } = geometry;
  return clampTop(geometry, row * rowHeight - Math.floor((viewport - rowHeight) / 2));
}
