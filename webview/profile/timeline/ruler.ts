/** The ruler: ticks, the length of what is selected, and markers with their notes. */
import type { Scene } from './scene';
import { lengthText, type Ticks } from './ticks';
import type { Marker, TimeRange } from './timeline';
import { spanOf, xOf } from './viewport';

/** Pixels, for text of 13. */
export const RULER_HEIGHT = 23;

/** Lines through all tracks, below what is on them. */
export function drawGrid({ ink, theme }: Scene, { list }: Ticks, top: number, bottom: number): void {
  ink.fillStyle = theme.grid;
  for (const { x, label } of list) if (label !== '') ink.fillRect(Math.round(x), top, 1, bottom - top);
}

export function drawRuler(scene: Scene, { list }: Ticks, top: number): void {
  const { ink, theme, width } = scene;
  const bottom = top + RULER_HEIGHT * theme.scale;
  ink.fillStyle = theme.background;
  ink.fillRect(0, top, width, bottom - top);
  ink.font = theme.smallFont;
  ink.textBaseline = 'middle';
  ink.textAlign = 'left';
  for (const { x, label } of list) {
    ink.fillStyle = theme.ticks;
    ink.globalAlpha = 0.6;
    const height = label === '' ? 5 : 10;
    ink.fillRect(Math.round(x), bottom - height, 1, height - 1);
    ink.globalAlpha = 1;
    if (label === '') continue;
    ink.fillStyle = theme.dim;
    ink.fillText(label, x + 4, top + (RULER_HEIGHT / 2) * theme.scale);
  }
  ink.fillStyle = theme.line;
  ink.fillRect(0, bottom - 1, width, 1);
}

/** What is selected: its length in the ruler, and lines at its ends through all tracks. */
export function drawSelection(scene: Scene, range: TimeRange, top: number, shaded: boolean): void {
  const { ink, theme, view, width, height } = scene;
  const ruler = RULER_HEIGHT * theme.scale;
  const from = xOf(view, range.from, width);
  const to = xOf(view, range.to, width);
  const left = Math.max(-1, from);
  const right = Math.min(width + 1, Math.max(to, left + 1));
  if (to < 0 || from > width) return;
  ink.fillStyle = theme.focus;
  if (!theme.outlined) {
    ink.globalAlpha = shaded ? 0.14 : 0.09;
    ink.fillRect(left, top + ruler, right - left, height - top - ruler);
    ink.globalAlpha = 1;
  }
  ink.fillRect(Math.round(left), top, 1, height - top);
  ink.fillRect(Math.round(right) - 1, top, 1, height - top);
  ink.font = theme.font;
  const text = lengthText(spanOf(range));
  const needed = ink.measureText(text).width + 8;
  ink.textBaseline = 'middle';
  ink.fillRect(left, top + 1, right - left, ruler - 3);
  if (right - left >= needed) {
    ink.textAlign = 'center';
    ink.fillStyle = theme.onFocus;
    ink.fillText(text, (left + right) / 2, top + ruler / 2);
  } else {
    // Beside it, where there is more room.
    const x = right + needed <= width ? right : left - needed;
    ink.fillRect(x, top + 1, needed, ruler - 3);
    ink.textAlign = 'left';
    ink.fillStyle = theme.onFocus;
    ink.fillText(text, x + 4, top + ruler / 2);
  }
}

/** Pixels of a marker's flag, for text of 13. */
const FLAG = { width: 8, height: 10 } as const;
/** Characters of a note on the ruler; all of it is in the tooltip. */
const NOTE = 18;

export function drawMarkers(scene: Scene, markers: readonly Marker[], top: number): void {
  const { ink, theme, view, width, height } = scene;
  const ruler = RULER_HEIGHT * theme.scale;
  ink.font = theme.smallFont;
  ink.textBaseline = 'middle';
  ink.textAlign = 'left';
  for (const { time, note } of markers) {
    const x = xOf(view, time, width);
    if (x < -200 || x > width) continue;
    ink.fillStyle = theme.marker;
    ink.fillRect(Math.round(x), top, 1, height - top);
    const text = note.length > NOTE ? `${note.slice(0, NOTE - 1)}…` : note;
    const room = text === '' ? FLAG.width : ink.measureText(text).width + 8;
    ink.beginPath();
    ink.moveTo(x, top + 1);
    ink.lineTo(x + room, top + 1);
    if (text === '') ink.lineTo(x + room - 3, top + 1 + FLAG.height / 2);
    ink.lineTo(x + room, top + (text === '' ? FLAG.height : ruler - 3));
    ink.lineTo(x, top + (text === '' ? FLAG.height : ruler - 3));
    ink.fill();
    if (text === '') continue;
    ink.fillStyle = theme.background;
    ink.fillText(text, x + 4, top + ruler / 2);
  }
}

/** The marker whose flag is at a pixel of the ruler. */
export function markerAt(view: TimeRange, width: number, markers: readonly Marker[], x: number): Marker | undefined {
  return markers.findLast(({ time, note }) => {
    const at = xOf(view, time, width);
    return x >= at - 2 && x <= at + Math.max(FLAG.width, Math.min(NOTE, note.length) * 6.5 + 8);
  });
}
