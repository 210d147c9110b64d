/** The slices of a track as rows of pixels, and what is written or hatched on them. */
import { paint, type PixelRows } from './pixelRow';
import type { Scene } from './scene';
import type { TrackItems } from './trackItems';
import { spanOf } from './viewport';
import type { Piece } from './windowQuestion';

/** A slice that is wide enough to be written on. Pixels of CSS. */
export interface SliceLabel {
  readonly name: number;
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly dimmed: boolean;
}

/** The time that something waited before it ran. Pixels of CSS. */
export interface Waiting {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly colour: number;
}

export interface PaintedSlices {
  /** Of lane 0; each lane has `ROWS_A_LANE`. */
  readonly firstRow: number;
  readonly lanes: number;
  readonly labels: readonly SliceLabel[];
  readonly waiting: readonly Waiting[];
}

/** What fills, the edge, and marks of matches. */
export const ROWS_A_LANE = 3;

/** Pixels of CSS. */
const GAP = 0.6;
const GAP_FROM = 3;
const LABEL_FROM = 30;
const HATCH_FROM = 3;
/** So that a short slice among nothing is seen. */
const LEAST_WIDTH = 0.8;
const LEAST_ALPHA = 0.35;
const DIMMED = 0.3;
const WAITING = 0.4;
const MARK = 1.6;

export interface SlicesToPaint {
  readonly pieces: readonly Piece<TrackItems>[];
  readonly lanes: number;
  /** Place in the palette of an item. */
  readonly colours: (items: TrackItems) => (i: number) => number;
  /** Whether what does not match is dimmed. */
  readonly searching: boolean;
}

export function paintSlices(rows: PixelRows, scene: Scene, { pieces, lanes, colours, searching }: SlicesToPaint): PaintedSlices {
  const { theme, view, density } = scene;
  const firstRow = rows.take(lanes * ROWS_A_LANE);
  const labels: SliceLabel[] = [];
  const waiting: Waiting[] = [];
  const width = Math.round(scene.width * density);
  const ratio = width / Number(spanOf(view));
  for (const { window: items, from, to } of pieces) {
    const { begin, end, ready, counts, matches, covered } = items;
    const colourOf = colours(items);
    const shift = Number(items.question.from - view.from);
    const clipFrom = Math.max(0, Math.round(Number(from - view.from) * ratio));
    const clipTo = Math.min(width, Math.round(Number(to - view.from) * ratio));
    const clip = [clipFrom, clipTo] as const;
    for (let i = 0; i < begin.length; i++) {
      const x0 = ((begin[i] ?? 0) + shift) * ratio;
      if (x0 >= clipTo) break;
      const x1 = ((end[i] ?? 0) + shift) * ratio;
      if (x1 < clipFrom) continue;
      const lane = Math.min(lanes - 1, items.lanes[i] ?? 0);
      const row = firstRow + lane * ROWS_A_LANE;
      const wide = x1 - x0 >= GAP_FROM * density;
      const right = wide ? x1 - GAP * density : Math.max(x1, x0 + LEAST_WIDTH * density);
      const colour = colourOf(i);
      const single = (counts[i] ?? 1) <= 1;
      const dimmed = searching && (matches[i] ?? 0) === 0;
      const alpha = (single ? 1 : Math.max(LEAST_ALPHA, covered[i] ?? 1)) * (dimmed ? DIMMED : 1);
      let x = x0;
      const runs = ((ready[i] ?? begin[i] ?? 0) + shift) * ratio;
      if (runs > x0) {
        const hatched = runs - x0 >= HATCH_FROM * density;
        if (hatched) waiting.push({ lane, colour, from: Math.max(x0, clipFrom) / density, to: Math.min(runs, clipTo) / density });
        else paint(rows.row(row), x0, runs, theme.fills[colour] ?? 0, alpha * WAITING, ...clip);
        x = runs;
      }
      const edge = theme.edges[colour] ?? 0;
      if (!theme.outlined || right - x < GAP_FROM * density) {
        paint(rows.row(row), x, right, (theme.outlined ? edge : theme.fills[colour]) ?? 0, alpha, ...clip);
      } else {
        paint(rows.row(row), x, x + density, edge, alpha, ...clip);
        paint(rows.row(row), right - density, right, edge, alpha, ...clip);
      }
      if (right > x) paint(rows.row(row + 1), x, right, edge, alpha, ...clip);
      if ((matches[i] ?? 0) > 0) {
        paint(rows.row(row + 2), x0, Math.max(right, x0 + MARK * density), theme.matchPixel, 1, ...clip);
      }
      if (single && x1 - x0 >= LABEL_FROM * density) {
        labels.push({
          ...{ name: items.names[i] ?? 0, lane, dimmed },
          from: Math.max(x0, clipFrom) / density,
          to: Math.min(right, clipTo) / density,
        });
      }
    }
  }
  return { firstRow, lanes, labels, waiting };
}
