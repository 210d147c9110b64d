/** One frame of the canvas: everything that is in view, from the overview down to the last track. */
import type { Flow, SliceId, TrackInfo } from '../../../protocol/profile/profile';
import { drawCounter } from './counterDrawing';
import { drawCriticalPath, drawFlows, drawSelected, type PathSteps } from './flowDrawing';
import { drawInstants } from './instantDrawing';
import { mainTracks } from './mainTracks';
import { drawOverview, OVERVIEW_HEIGHT, paintOverview } from './overview';
import { createPixelRows } from './pixelRow';
import { drawGrid, drawMarkers, drawRuler, drawSelection, RULER_HEIGHT } from './ruler';
import type { Scene } from './scene';
import type { Colouring } from './sliceColours';
import { drawSlices, type CutNames } from './sliceDrawing';
import { paintSlices, type PaintedSlices } from './slicePainting';
import type { Theme } from './theme';
import type { Ticks } from './ticks';
import type { Marker, TimelineSelection, TimeRange } from './timeline';
import type { TrackItems } from './trackItems';
import { drawnIn, LANE_GAP, laneTop, rowsBetween, type TrackLayout, type TrackRow } from './trackLayout';
import type { WindowCache } from './windowCache';
import { piecesOf, type Piece } from './windowQuestion';

export interface FrameState {
  readonly theme: Theme;
  readonly view: TimeRange;
  readonly length: bigint;
  readonly ticks: Ticks;
  readonly tracks: readonly TrackInfo[];
  readonly layout: TrackLayout;
  readonly scrollTop: number;
  readonly windows: WindowCache;
  readonly colouring: Colouring;
  readonly cut: CutNames;
  readonly searching: boolean;
  readonly selection: TimelineSelection | undefined;
  readonly markers: readonly Marker[];
  readonly flows: readonly Flow[];
  readonly path: PathSteps | undefined;
}

export const rulerTop = (theme: Theme): number => OVERVIEW_HEIGHT * theme.scale;
export const tracksTop = (theme: Theme): number => (OVERVIEW_HEIGHT + RULER_HEIGHT) * theme.scale;

/** Where slices lie; asked for again and again of the few that arrows lead to. */
function createLanes(): (items: TrackItems, index: number) => number | undefined {
  const lanes = new WeakMap<TrackItems, ReadonlyMap<number, number>>();
  return (items, index) => {
    let of = lanes.get(items);
    if (of === undefined) {
      of = new Map(Array.from(items.indices, (one, i) => [one, items.lanes[i] ?? 0]));
      lanes.set(items, of);
    }
    return of.get(index);
  };
}

export interface FramePainter {
  draw(ink: CanvasRenderingContext2D, width: number, height: number, density: number, state: FrameState): void;
}

export function createFramePainter(): FramePainter {
  const rows = createPixelRows();
  const overviewRows = createPixelRows();
  const laneOf = createLanes();
  /** What the overview was painted from, and its first row. */
  let painted: { readonly key: readonly unknown[]; readonly first: number } | undefined;

  const overview = (scene: Scene, { tracks, windows, colouring, length, markers }: FrameState): void => {
    const width = Math.round(scene.width * scene.density);
    const sources = mainTracks(tracks).flatMap((track) => {
      const items = windows.wholeOf(track.id);
      return items === undefined ? [] : [{ items, colourOf: colouring.of(track, items), rankOf: colouring.rankOf(items) }];
    });
    const key = [width, scene.theme, colouring, length, ...sources.map(({ items }) => items)];
    if (painted?.key.length !== key.length || key.some((part, i) => part !== painted?.key[i])) {
      overviewRows.begin(width);
      painted = { key, first: paintOverview(overviewRows, scene, sources, length, width) };
      overviewRows.commit();
    }
    drawOverview(
      scene,
      overviewRows,
      painted.first,
      length,
      markers.map(({ time }) => time),
    );
  };

  return {
    draw(ink, width, height, density, state) {
      const { theme, view, layout, scrollTop, windows, colouring, selection, searching } = state;
      const scene: Scene = { ink, theme, view, width, height, density };
      const top = tracksTop(theme);
      const scrolled = top + layout.pinnedHeight;
      const [first, end] = rowsBetween(layout.rows, scrollTop, scrollTop + height - scrolled);
      const shown = layout.rows.slice(first, end);
      const topOf = (row: TrackRow): number => (layout.pinned.includes(row) ? top + row.top : scrolled + row.top - scrollTop);
      ink.setTransform(density, 0, 0, density, 0, 0);
      ink.imageSmoothingEnabled = false;
      ink.fillStyle = theme.background;
      ink.fillRect(0, 0, width, height);
      drawGrid(scene, state.ticks, top, height);

      rows.begin(Math.round(width * density));
      const pieces = new Map<number, readonly Piece<TrackItems>[]>();
      const slices = new Map<number, PaintedSlices>();
      for (const [row, track] of [...layout.pinned, ...shown].flatMap((row) => drawnIn(row).map((one) => [row, one] as const))) {
        const parts = piecesOf(windows.of(track.id), view, width);
        pieces.set(track.id, parts);
        if (track.kind !== 'slices') continue;
        const colours = (items: TrackItems): ((i: number) => number) => colouring.of(track, items);
        slices.set(
          track.id,
          paintSlices(rows, scene, { pieces: parts, lanes: row.track === track ? Math.max(1, track.lanes) : 1, colours, searching }),
        );
      }
      rows.commit();

      const drawRow = (row: TrackRow): void => {
        const { track } = row;
        const y = topOf(row);
        const parts = pieces.get(track.id) ?? [];
        if (track.kind === 'group') {
          ink.fillStyle = theme.panel;
          ink.fillRect(0, y, width, row.height);
          // One thin lane, without names.
          const thin = { ...row, lane: Math.round(row.height / 2) };
          for (const { id } of row.instead) {
            const of = slices.get(id);
            if (of !== undefined) drawSlices(scene, rows, of, thin, y + (row.height - thin.lane) / 2 - LANE_GAP, state.cut);
          }
        } else if (track.kind === 'counter') drawCounter(scene, row, parts, y);
        else if (track.kind === 'instants') {
          drawInstants(scene, row, parts, y, (items) => colouring.of(track, items), searching);
        } else {
          const of = slices.get(track.id);
          if (of !== undefined) drawSlices(scene, rows, of, row, y, state.cut);
        }
        ink.fillStyle = theme.line;
        ink.globalAlpha = 0.7;
        ink.fillRect(0, y + row.height - 1, width, 1);
        ink.globalAlpha = 1;
      };
      clipped(ink, 0, scrolled, width, height - scrolled, () => shown.forEach(drawRow));
      if (layout.pinned.length > 0) {
        ink.fillStyle = theme.focus;
        ink.globalAlpha = theme.outlined ? 0 : 0.06;
        ink.fillRect(0, top, width, layout.pinnedHeight);
        ink.globalAlpha = 1;
        layout.pinned.forEach(drawRow);
        ink.fillStyle = theme.line;
        ink.fillRect(0, scrolled - 1, width, 1);
      }

      overview(scene, state);
      drawRuler(scene, state.ticks, rulerTop(theme));
      drawMarkers(scene, state.markers, rulerTop(theme));
      if (selection !== undefined) drawSelection(scene, selection.range, rulerTop(theme), selection.kind === 'range');

      const rowById = new Map([...layout.pinned, ...layout.rows].map((row) => [row.track.id, row]));
      const parents = new Map(state.tracks.map(({ id, parent }) => [id, parent]));
      /** The row of a track, or of the collapsed group that holds it. */
      const rowOf = (track: number): TrackRow | undefined => {
        for (let at: number | undefined = track; at !== undefined && at !== 0; at = parents.get(at)) {
          const row = rowById.get(at);
          if (row !== undefined) return row;
        }
        return undefined;
      };
      const placeOf = ({ track, index }: SliceId): { top: number; height: number } | undefined => {
        const row = rowOf(track);
        if (row === undefined) return undefined;
        const y = topOf(row);
        if (row.track.lanes > 1) {
          for (const items of windows.of(track)) {
            const lane = laneOf(items, index);
            if (lane !== undefined) return { top: y + laneTop(row, lane), height: row.lane };
          }
        }
        return { top: y + LANE_GAP, height: row.height - 2 * LANE_GAP };
      };
      clipped(ink, 0, top, width, height - top, () => {
        if (state.path !== undefined) drawCriticalPath(scene, state.path, placeOf);
        if (selection?.kind === 'slice') {
          const place = placeOf(selection.slice);
          if (place !== undefined) drawSelected(scene, selection.range, place);
        }
        drawFlows(scene, state.flows, placeOf);
      });
    },
  };
}

function clipped(ink: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, draw: () => void): void {
  ink.save();
  ink.beginPath();
  ink.rect(x, y, width, Math.max(0, height));
  ink.clip();
  draw();
  ink.restore();
}
