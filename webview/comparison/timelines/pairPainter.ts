/** Draws both profiles above each other on one scale: A, lines to what is the same in B, and by how much B ends later. */
import { createPixelRows } from '../../profile/timeline/pixelRow';
import { drawGrid, drawRuler, RULER_HEIGHT } from '../../profile/timeline/ruler';
import type { Scene } from '../../profile/timeline/scene';
import { drawSlices } from '../../profile/timeline/sliceDrawing';
import { paintSlices, type PaintedSlices } from '../../profile/timeline/slicePainting';
import type { Theme } from '../../profile/timeline/theme';
import { lengthText, type Ticks } from '../../profile/timeline/ticks';
import type { TimeRange } from '../../profile/timeline/timeline';
import { rangeOf } from '../../profile/timeline/trackItems';
import { laneTop, type TrackRow } from '../../profile/timeline/trackLayout';
import { xOf } from '../../profile/timeline/viewport';
import { endDifference, inProfile } from './alignment';
import type { DispatchPair } from './matches';
import type { Side } from './side';

/** Pixels between A and B, where the lines are, and below B, for the difference; with text of 13. */
const GAP = 24;
const FOOT = 20;
/** Pixels that a dispatch has at least so that a line begins at it. */
const LEAST_LINED = 3;

/** Where things stand, pixels from the canvas's top. */
export interface PairLayout {
  readonly rows: { readonly a: readonly TrackRow[]; readonly b: readonly TrackRow[] };
  readonly top: { readonly a: number; readonly b: number };
  readonly bottom: { readonly a: number; readonly b: number };
  readonly height: number;
}

export function layoutPair(a: Side, b: Side, scale: number): PairLayout {
  const rows = { a: a.rows(scale), b: b.rows(scale) };
  const heightOf = (list: readonly TrackRow[]): number => list.reduce((sum, { height }) => sum + height, 0);
  const topA = Math.round(RULER_HEIGHT * scale);
  const bottomA = topA + heightOf(rows.a);
  const topB = bottomA + Math.round(GAP * scale);
  const bottomB = topB + heightOf(rows.b);
  return { rows, top: { a: topA, b: topB }, bottom: { a: bottomA, b: bottomB }, height: bottomB + Math.round(FOOT * scale) };
}

/** A dispatch that is marked, in its profile's own time. */
export interface MarkedSlice {
  readonly side: Side;
  readonly track: number;
  readonly index: number;
  readonly range: TimeRange;
}

export interface PairFrame {
  readonly theme: Theme;
  /** From the first dispatch. */
  readonly view: TimeRange;
  readonly ticks: Ticks;
  readonly layout: PairLayout;
  readonly a: Side;
  readonly b: Side;
  readonly pairs: readonly DispatchPair[];
  /** The function that is chosen in the table. */
  readonly chosen: string | undefined;
  readonly selected: MarkedSlice | undefined;
  /** The same as what is selected, in the other profile. */
  readonly counterpart: MarkedSlice | undefined;
}

export type PairPainter = (ink: CanvasRenderingContext2D, width: number, height: number, density: number, frame: PairFrame) => void;

export function createPairPainter(): PairPainter {
  const pixels = createPixelRows();
  return (ink, width, height, density, frame) => {
    const { theme, view, ticks, layout } = frame;
    const whole: Scene = { ink, theme, view, width, height, density };
    ink.setTransform(density, 0, 0, density, 0, 0);
    ink.imageSmoothingEnabled = false;
    ink.fillStyle = theme.background;
    ink.fillRect(0, 0, width, height);
    drawGrid(whole, ticks, layout.top.a, layout.bottom.b);
    pixels.begin(Math.round(width * density));
    const painted = (['a', 'b'] as const).flatMap((name) => {
      const side = frame[name];
      if (side.extent === undefined) return [];
      const scene: Scene = { ...whole, view: inProfile(view, side.extent) };
      return layout.rows[name].map((row): readonly [Side, Scene, TrackRow, number, PaintedSlices] => [
        ...([side, scene, row, layout.top[name] + row.top] as const),
        paintSlices(pixels, scene, {
          pieces: side.pieces(row.track.id, view, width),
          lanes: Math.max(1, row.track.lanes),
          colours: (items) => side.colours(items),
          searching: false,
        }),
      ]);
    });
    pixels.commit();
    drawLines(whole, frame);
    for (const [side, scene, row, top, slices] of painted) {
      drawSlices(scene, pixels, slices, row, top, side.cut);
      outlineChosen(scene, side, row, top, frame);
    }
    for (const marked of [frame.counterpart, frame.selected]) if (marked !== undefined) outline(whole, layout, marked, 2);
    drawDifference(whole, frame);
    drawRuler(whole, ticks, 0);
  };
}

const shown = (view: TimeRange, side: Side): TimeRange | undefined => side.extent && inProfile(view, side.extent);

function drawLines({ ink, theme, view, width }: Scene, { a, b, pairs, layout, selected }: PairFrame): void {
  const [viewA, viewB] = [shown(view, a), shown(view, b)];
  if (viewA === undefined || viewB === undefined) return;
  const wide = (of: TimeRange, range: TimeRange): boolean => xOf(of, range.to, width) - xOf(of, range.from, width) >= LEAST_LINED;
  const isSelected = ({ a: one, b: other }: DispatchPair): boolean => {
    const own = selected?.side === a ? one : other;
    return selected?.index === own.index && selected.track === own.track;
  };
  for (const pair of pairs) {
    const on = isSelected(pair);
    if (!on && !wide(viewA, pair.a.range) && !wide(viewB, pair.b.range)) continue;
    const [x0, x1] = [xOf(viewA, pair.a.range.to, width), xOf(viewB, pair.b.range.to, width)];
    if (Math.max(x0, x1) < 0 || Math.min(x0, x1) > width) continue;
    ink.globalAlpha = on || theme.outlined ? 1 : 0.55;
    ink.strokeStyle = on ? theme.foreground : theme.ticks;
    ink.lineWidth = on ? 1.6 : 1;
    ink.beginPath();
    ink.moveTo(x0, layout.bottom.a);
    ink.lineTo(x1, layout.top.b);
    ink.stroke();
  }
  ink.globalAlpha = 1;
}

/** Around the dispatches of the function that is chosen. */
function outlineChosen(scene: Scene, side: Side, row: TrackRow, top: number, { chosen, view }: PairFrame): void {
  if (chosen === undefined) return;
  const { ink, theme, width } = scene;
  ink.strokeStyle = theme.foreground;
  ink.lineWidth = 1;
  for (const { window: items, from, to } of side.pieces(row.track.id, view, width)) {
    for (let i = 0; i < items.begin.length; i++) {
      if (items.counts[i] !== 1 || side.timeline.names[items.names[i] ?? 0]?.name !== chosen) continue;
      const range = rangeOf(items, i);
      if (range.from >= to || range.to <= from) continue;
      const x0 = xOf(scene.view, range.from, width);
      const x1 = xOf(scene.view, range.to, width);
      if (x1 - x0 >= LEAST_LINED) ink.strokeRect(x0 + 0.5, top + laneTop(row, items.lanes[i] ?? 0) + 0.5, x1 - x0 - 1.5, row.lane - 1);
    }
  }
}

function outline({ ink, theme, view, width }: Scene, layout: PairLayout, { side, track, index, range }: MarkedSlice, line: number): void {
  const own = shown(view, side);
  const row = layout.rows[side.side].find((one) => one.track.id === track);
  if (own === undefined || row === undefined) return;
  const x0 = Math.max(-4, xOf(own, range.from, width));
  const x1 = Math.min(width + 4, Math.max(xOf(own, range.to, width), x0 + 3));
  if (x1 < 0 || x0 > width) return;
  let lane = 0;
  for (const items of side.windows.of(track)) {
    const at = items.indices.indexOf(index);
    if (at !== -1) lane = items.lanes[at] ?? 0;
  }
  ink.strokeStyle = theme.focus;
  ink.lineWidth = line;
  ink.strokeRect(x0, layout.top[side.side] + row.top + laneTop(row, lane), x1 - x0, row.lane);
}

/** From where the last dispatch of one ends to where that of the other does. */
function drawDifference({ ink, theme, view, width }: Scene, { a, b, layout }: PairFrame): void {
  const difference = endDifference(a.extent, b.extent);
  if (difference === undefined || a.extent === undefined || b.extent === undefined) return;
  const [endA, endB] = [xOf(view, a.extent.last - a.extent.first, width), xOf(view, b.extent.last - b.extent.first, width)];
  const y = (layout.top.b + layout.bottom.b) / 2;
  const [left, right] = endA < endB ? [endA, endB] : [endB, endA];
  ink.strokeStyle = theme.foreground;
  ink.lineWidth = 1;
  ink.beginPath();
  // Each end is seen through both, and what lies between them in the shorter one's row.
  ink.moveTo(Math.round(right) + 0.5, layout.top.a);
  ink.lineTo(Math.round(right) + 0.5, layout.bottom.b);
  const between = endA < endB ? (layout.top.a + layout.bottom.a) / 2 : y;
  ink.moveTo(left, between - 5);
  ink.lineTo(left, between + 5);
  ink.moveTo(left, between);
  ink.lineTo(right, between);
  ink.stroke();
  const sign = difference > 0n ? '+' : difference < 0n ? '−' : '';
  const text = `${sign}${lengthText(difference < 0n ? -difference : difference)}`;
  ink.font = theme.font;
  ink.textBaseline = 'alphabetic';
  ink.textAlign = 'right';
  ink.fillStyle = theme.foreground;
  const room = ink.measureText(text).width;
  ink.fillText(text, Math.min(width - 2, Math.max(room + 2, right)), layout.height - 6);
}
