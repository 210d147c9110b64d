/** Draws the slices of a track that were painted as rows of pixels, with hatching and names. */
import type { SliceName } from '../../../protocol/profile/profile';
import { shortNames } from '../../widgets/shortNames';
import { middleCut } from '../../widgets/middleCut';
import type { PixelRows } from './pixelRow';
import { sharp, type Scene } from './scene';
import { ROWS_A_LANE, type PaintedSlices, type Waiting } from './slicePainting';
import { laneTop, type TrackRow } from './trackLayout';

/** Pixels. */
const EDGE = 1.5;
const MARK = 2;
const TEXT_MARGIN = 4;
/** A lane that is lower has no room for text. */
const TEXT_HEIGHT = 13;
const HATCH_STEP = 5;

/** Names as they were cut before: the same few are drawn in every frame. */
export type CutNames = (name: number, characters: number) => string;

/** What all names of functions share is left out of them. */
export function createCutNames(names: readonly SliceName[]): CutNames {
  const cut = new Map<number, string>();
  const short = shortNames(names.filter(({ isFunction }) => isFunction).map(({ name }) => name));
  const nameOf = (index: number): string => {
    const { name = '', isFunction = false } = names[index] ?? {};
    const hidden = isFunction ? short.hidden(name) : undefined;
    if (hidden === undefined) return name;
    return [name.slice(0, hidden.begin), name.slice(hidden.end)].filter((part) => part !== '').join('_');
  };
  return (name, characters) => {
    // No name is drawn with as many characters.
    const key = name * 1024 + Math.min(1023, characters);
    let text = cut.get(key);
    if (text === undefined) {
      text = middleCut(nameOf(name), characters);
      cut.set(key, text);
    }
    return text;
  };
}

/** `top` is the row's, in the canvas. */
export function drawSlices(scene: Scene, rows: PixelRows, painted: PaintedSlices, row: TrackRow, top: number, cut: CutNames): void {
  const { ink, theme, width, density } = scene;
  const edge = Math.max(1, Math.round(EDGE * density)) / density;
  for (let lane = 0; lane < painted.lanes; lane++) {
    const y = sharp(scene, top + laneTop(row, lane));
    const first = painted.firstRow + lane * ROWS_A_LANE;
    rows.draw(ink, first, y, width, row.lane);
    rows.draw(ink, first + 1, y, width, edge);
    if (theme.outlined) rows.draw(ink, first + 1, y + row.lane - edge, width, edge);
  }
  for (const wait of painted.waiting) hatch(scene, wait, top + laneTop(row, wait.lane), row.lane);
  for (let lane = 0; lane < painted.lanes; lane++) {
    const y = sharp(scene, top + laneTop(row, lane));
    rows.draw(ink, painted.firstRow + lane * ROWS_A_LANE + 2, y + row.lane - MARK, width, MARK);
  }
  if (row.lane < TEXT_HEIGHT * theme.scale) return;
  ink.font = theme.font;
  ink.textBaseline = 'middle';
  ink.textAlign = 'left';
  for (const { name, lane, from, to, dimmed } of painted.labels) {
    const room = to - from - TEXT_MARGIN - 1;
    const text = cut(name, Math.floor(room / theme.character));
    if (text === '') continue;
    ink.fillStyle = dimmed ? theme.dim : theme.foreground;
    ink.fillText(text, Math.max(from, 0) + TEXT_MARGIN, top + laneTop(row, lane) + row.lane / 2 + 1);
  }
}

/** Slanted lines in place of what fills. */
function hatch({ ink, theme, density }: Scene, { from, to, colour }: Waiting, top: number, height: number): void {
  ink.save();
  ink.beginPath();
  ink.rect(from, top, to - from, height);
  ink.clip();
  ink.globalAlpha = theme.outlined ? 1 : 0.5;
  ink.strokeStyle = theme.colours[colour] ?? theme.foreground;
  ink.lineWidth = 1;
  ink.beginPath();
  // Lines stand where they stand when the view is moved by their distance, and are one with those of the next slice.
  const first = Math.floor((from - height) / HATCH_STEP) * HATCH_STEP;
  for (let x = first; x < to; x += HATCH_STEP) {
    ink.moveTo(x, top + height);
    ink.lineTo(x + height, top);
  }
  ink.stroke();
  ink.strokeRect(from + 0.5 / density, top + 0.5 / density, Math.max(0, to - from - 1 / density), height - 1 / density);
  ink.restore();
}
