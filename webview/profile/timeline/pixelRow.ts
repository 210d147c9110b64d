/**
 * Rows of pixels into which slices are painted. A row is drawn as high as a lane is: thousands of slices cost no more than their pixels, and
 * what is narrower than a pixel adds up in it.
 */

/** Pixels as ImageData has them: alpha in the highest byte. */
const ALPHA = 24;
const COLOUR = 0x00ffffff;

/** Adds to a pixel what covers a part of it, from 0 to 1. The colour is that of what covers more. */
function add(row: Uint32Array, x: number, colour: number, part: number): void {
  const there = row[x] ?? 0;
  const was = there >>> ALPHA;
  const more = Math.round(part * 255);
  const alpha = Math.min(255, was + more);
  row[x] = (((more >= was ? colour : there) & COLOUR) | (alpha << ALPHA)) >>> 0;
}

/**
 * Paints [from, to) of a row, in pixels and parts of them, with a colour that is opaque when `alpha` is 1. Nothing outside of
 * [clipFrom, clipTo), which are whole.
 */
export function paint(row: Uint32Array, from: number, to: number, colour: number, alpha: number, clipFrom: number, clipTo: number): void {
  const begin = from < clipFrom ? clipFrom : from;
  const end = to > clipTo ? clipTo : to;
  if (end <= begin) return;
  let first = Math.floor(begin);
  const last = Math.floor(end);
  if (first === last) {
    add(row, first, colour, (end - begin) * alpha);
    return;
  }
  if (begin > first) add(row, first++, colour, (first - begin) * alpha);
  if (last > first) {
    const solid = ((colour & COLOUR) | (Math.round(alpha * 255) << ALPHA)) >>> 0;
    if (last - first < 8) for (let x = first; x < last; x++) row[x] = solid;
    else row.fill(solid, first, last);
  }
  if (end > last && last < row.length) add(row, last, colour, (end - last) * alpha);
}

/** Pixel rows of one frame, and the canvas from which they are drawn. */
export interface PixelRows {
  /** Begins a frame that is so many pixels wide. */
  begin(width: number): void;
  /** The number of the first of `count` empty rows. */
  take(count: number): number;
  row(number: number): Uint32Array;
  /** After everything is painted, and before anything is drawn. */
  commit(): void;
  /** Draws a row from (0, y), `width` and `height` large in the canvas's own units. */
  draw(ink: CanvasRenderingContext2D, number: number, y: number, width: number, height: number): void;
}

/** Rows by which the room grows. */
const MORE = 64;

export function createPixelRows(): PixelRows {
  const canvas = document.createElement('canvas');
  const ink = canvas.getContext('2d');
  let image = new ImageData(1, 1);
  let pixels = new Uint32Array(image.data.buffer);
  let used = 0;
  const resize = (width: number, rows: number): void => {
    const before = pixels;
    image = new ImageData(width, rows);
    pixels = new Uint32Array(image.data.buffer);
    if (canvas.width === width) pixels.set(before.subarray(0, Math.min(before.length, pixels.length)));
    canvas.width = width;
    canvas.height = rows;
  };
  return {
    begin(width) {
      used = 0;
      if (width !== image.width) resize(width, MORE);
    },
    take(count) {
      const first = used;
      used += count;
      if (used > image.height) resize(image.width, Math.ceil(used / MORE) * MORE);
      pixels.fill(0, first * image.width, used * image.width);
      return first;
    },
    row: (number) => pixels.subarray(number * image.width, (number + 1) * image.width),
    commit() {
      if (used > 0) ink?.putImageData(image, 0, 0, 0, 0, image.width, used);
    },
    draw(target, number, y, width, height) {
      target.drawImage(canvas, 0, number, image.width, 1, 0, y, width, height);
    },
  };
}
