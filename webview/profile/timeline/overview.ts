/** The whole run in a strip: what was executed when, what is in view, and markers. */
import { paint, type PixelRows } from './pixelRow';
import type { Scene } from './scene';
import type { TimeRange } from './timeline';
import type { TrackItems } from './trackItems';
import { spanOf, wholeView, xOf } from './viewport';

/** Pixels, for text of 13. */
export const OVERVIEW_HEIGHT = 50;
/** Functions of the first ranks have a row each, the others share the last. */
const ROWS = 4;
const FIRST = 5;
const STEP = 10;
const ROW = 8;
const LEAST_ALPHA = 0.3;

export interface OverviewTrack {
  readonly items: TrackItems;
  readonly colourOf: (i: number) => number;
  /** Decides the row. */
  readonly rankOf: (i: number) => number | undefined;
}

/** Paints the rows, `width` pixels of the device wide; returns the first one's number. */
export function paintOverview(rows: PixelRows, { theme }: Scene, tracks: readonly OverviewTrack[], length: bigint, width: number): number {
  const first = rows.take(ROWS);
  const whole = wholeView(length);
  const ratio = width / Number(spanOf(whole));
  for (const { items, colourOf, rankOf } of tracks) {
    const { begin, end, counts, covered, question } = items;
    const shift = Number(question.from - whole.from);
    for (let i = 0; i < begin.length; i++) {
      const colour = colourOf(i);
      const x0 = ((begin[i] ?? 0) + shift) * ratio;
      const x1 = Math.max(((end[i] ?? 0) + shift) * ratio, x0 + 0.5);
      const alpha = (counts[i] ?? 1) > 1 ? Math.max(LEAST_ALPHA, covered[i] ?? 1) : 1;
      paint(rows.row(first + Math.min(ROWS - 1, rankOf(i) ?? ROWS - 1)), x0, x1, theme.edges[colour] ?? 0, alpha * 0.85, 0, width);
    }
  }
  return first;
}

/** Draws the painted rows, with the frame around what is in view. */
export function drawOverview(scene: Scene, rows: PixelRows, first: number, length: bigint, markers: readonly bigint[]): void {
  const { ink, theme, view, width } = scene;
  const height = OVERVIEW_HEIGHT * theme.scale;
  ink.fillStyle = theme.background;
  ink.fillRect(0, 0, width, height);
  for (let i = 0; i < ROWS; i++) rows.draw(ink, first + i, (FIRST + i * STEP) * theme.scale, width, ROW * theme.scale);
  const { left, right } = frameOf(view, length, width);
  ink.globalAlpha = 0.5;
  ink.fillStyle = theme.background;
  ink.fillRect(0, 0, left, height - 1);
  ink.fillRect(right, 0, width - right, height - 1);
  ink.globalAlpha = 1;
  ink.strokeStyle = ink.fillStyle = theme.focus;
  ink.lineWidth = 1.5;
  ink.strokeRect(left + 0.75, 0.75, Math.max(1, right - left - 1.5), height - 2.5);
  ink.lineCap = 'round';
  ink.lineWidth = 4;
  ink.beginPath();
  for (const x of [left + 0.75, right - 0.75]) {
    ink.moveTo(x, height / 2 - 5);
    ink.lineTo(x, height / 2 + 5);
  }
  ink.stroke();
  ink.lineCap = 'butt';
  ink.fillStyle = theme.marker;
  for (const marker of markers) {
    const x = xOf(wholeView(length), marker, width);
    ink.beginPath();
    ink.moveTo(x, height - 1);
    ink.lineTo(x - 3.5, height - 7);
    ink.lineTo(x + 3.5, height - 7);
    ink.fill();
  }
  ink.fillStyle = theme.line;
  ink.fillRect(0, height - 1, width, 1);
}

/** A frame that is narrower could not be caught. */
const LEAST_FRAME = 6;

/** Where the frame stands, pixels. */
export function frameOf(view: TimeRange, length: bigint, width: number): { readonly left: number; readonly right: number } {
  const whole = wholeView(length);
  const left = Math.max(0, xOf(whole, view.from, width));
  const right = Math.min(width, xOf(whole, view.to, width));
  const lacking = Math.max(0, LEAST_FRAME - (right - left)) / 2;
  return { left: left - lacking, right: right + lacking };
}
