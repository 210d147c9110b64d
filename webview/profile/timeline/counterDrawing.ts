/** A counter as an area: from what it is at least to what it is at most within each pixel. */
import type { TrackInfo } from '../../../protocol/profile/profile';
import { bytes, grouped } from '../../widgets/numbers';
import type { Scene } from './scene';
import { colourOfTrackClass } from './sliceColours';
import type { TrackItems } from './trackItems';
import { LANE_GAP, type TrackRow } from './trackLayout';
import { spanOf } from './viewport';
import type { Piece } from './windowQuestion';

/** A value in the counter's unit. */
export function valueText(value: number, unit: string | undefined): string {
  if (unit === 'bytes') return bytes(Math.round(value));
  const text = Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(4)));
  return unit === undefined || unit === 'count' ? text : `${text} ${unit}`;
}

/**
 * The values at the bottom and at the top of a counter's row. From zero, except where nothing would be seen of the changes of what is
 * never small: the row's label says from what to what it goes.
 */
export function scaleOf({ least = 0, most = 0 }: Pick<TrackInfo, 'least' | 'most'>): { readonly bottom: number; readonly top: number } {
  if (least === most) return { bottom: Math.min(0, least), top: Math.max(most, least + 1) };
  const range = most - least;
  return { bottom: least > 0 && range < most / 4 ? least - range / 8 : Math.min(0, least), top: most };
}

/** What holds within its own range alone is not drawn beyond it. Pixels. */
const GAP = 1;

/** `top` is the row's, in the canvas. */
export function drawCounter(scene: Scene, row: TrackRow, pieces: readonly Piece<TrackItems>[], top: number): void {
  const { ink, theme, view, width } = scene;
  const { bottom, top: most } = scaleOf(row.track);
  const colour = colourOfTrackClass(row.track.class);
  const height = row.lane;
  const floor = top + LANE_GAP + height;
  const yOf = (value = 0): number => floor - 1 - ((value - bottom) / (most - bottom)) * (height - 4);
  const ratio = width / Number(spanOf(view));
  const line = new Path2D();
  const area = new Path2D();
  for (const { window: items, from, to } of pieces) {
    const shift = Number(items.question.from - view.from);
    const left = Math.max(0, Number(from - view.from) * ratio);
    const right = Math.min(width, Number(to - view.from) * ratio);
    let open: { x: number; y: number } | undefined;
    for (let i = 0; i < items.begin.length; i++) {
      const x0 = Math.max(left, ((items.begin[i] ?? 0) + shift) * ratio);
      if (x0 >= right) break;
      const x1 = Math.min(right, ((items.end[i] ?? 0) + shift) * ratio);
      if (x1 < left) continue;
      const y = yOf(items.last[i]);
      if (open === undefined || x0 - open.x > GAP) {
        if (open !== undefined) area.lineTo(open.x, floor);
        line.moveTo(x0, y);
        area.moveTo(x0, floor);
        area.lineTo(x0, y);
      } else {
        line.lineTo(x0, open.y);
        area.lineTo(x0, open.y);
      }
      const [low, high] = [yOf(items.least[i]), yOf(items.most[i])];
      if (low - high > 0.5) {
        line.lineTo(x0, low);
        line.lineTo(x0, high);
      }
      for (const path of [line, area]) {
        path.lineTo(x0, y);
        path.lineTo(x1, y);
      }
      open = { x: x1, y };
    }
    if (open !== undefined) area.lineTo(open.x, floor);
  }
  ink.fillStyle = theme.areas[colour] ?? theme.dim;
  ink.fill(area);
  ink.strokeStyle = theme.colours[colour] ?? theme.foreground;
  ink.lineWidth = 1.3;
  ink.stroke(line);
  drawMost(scene, row, yOf(most));
}

/** A dashed line at the most, with its value; on what lies below it. */
function drawMost({ ink, theme, width }: Scene, { track, lane }: TrackRow, y: number): void {
  if (track.class !== 'liveBytes' || track.most === undefined) return;
  ink.strokeStyle = theme.ticks;
  ink.lineWidth = 1;
  ink.setLineDash([3, 3]);
  ink.beginPath();
  ink.moveTo(0, Math.round(y) - 0.5);
  ink.lineTo(width, Math.round(y) - 0.5);
  ink.stroke();
  ink.setLineDash([]);
  if (lane < 30) return;
  ink.font = theme.font;
  ink.textBaseline = 'top';
  ink.textAlign = 'left';
  ink.fillStyle = theme.foreground;
  ink.fillText(`${valueText(track.most, track.unit)} live, high water`, 6, y + 3);
}
