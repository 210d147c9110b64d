/** Moments without a length: a mark each, and a number where there are several in one. */
import type { Scene } from './scene';
import type { TrackItems } from './trackItems';
import { LANE_GAP, type TrackRow } from './trackLayout';
import { spanOf } from './viewport';
import type { Piece } from './windowQuestion';

/** Half of a mark's height, pixels. */
const HALF = 3.5;
const DIMMED = 0.3;

export function drawInstants(
  { ink, theme, view, width }: Scene,
  row: TrackRow,
  pieces: readonly Piece<TrackItems>[],
  top: number,
  colours: (items: TrackItems) => (i: number) => number,
  searching: boolean,
): void {
  const ratio = width / Number(spanOf(view));
  const y = top + LANE_GAP;
  const middle = y + row.lane / 2;
  for (const { window: items, from, to } of pieces) {
    const { begin, counts, matches, question } = items;
    const colourOf = colours(items);
    const shift = Number(question.from - view.from);
    const left = Number(from - view.from) * ratio;
    const right = Number(to - view.from) * ratio;
    let before = -Infinity;
    for (let i = 0; i < begin.length; i++) {
      const x = ((begin[i] ?? 0) + shift) * ratio;
      if (x >= right) break;
      if (x < left) continue;
      const next = i + 1 < begin.length ? ((begin[i + 1] ?? 0) + shift) * ratio : Infinity;
      const matched = (matches[i] ?? 0) > 0;
      ink.globalAlpha = searching && !matched ? DIMMED : 1;
      ink.fillStyle = matched ? theme.match : (theme.colours[colourOf(i)] ?? theme.foreground);
      ink.fillRect(x - 0.5, y, (counts[i] ?? 1) > 1 ? 1.5 : 1, row.lane);
      if (x - before >= 2 * HALF && next - x >= 2 * HALF) {
        ink.beginPath();
        ink.moveTo(x, middle - HALF);
        ink.lineTo(x + HALF, middle);
        ink.lineTo(x, middle + HALF);
        ink.lineTo(x - HALF, middle);
        ink.fill();
      }
      before = x;
    }
  }
  ink.globalAlpha = 1;
}
