/** Where labels stand beside what they name, so that none lies on another. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Label {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Pixels, of the font that the plot has: a character of it is as wide as any other. */
export const CHARACTER = 6.1;
export const LINE = 12;
/** From the middle of a point to its label. */
const GAP = 8;

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

const isWithin = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.top >= b.top && a.left + a.width <= b.left + b.width && a.top + a.height <= b.top + b.height;

/** The room that a mark takes. */
export const markBox = (x: number, y: number): Box => ({ left: x - 6, top: y - 6, width: 12, height: 12 });

/** The room that a text takes. */
export function boxOf({ x, y, anchor }: Label, text: string): Box {
  const width = text.length * CHARACTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, top: y - LINE + 3, width, height: LINE };
}

/**
 * Labels for points, in the order in which they are given: right of the point, left, above or below it, and none where all of that is
 * taken by others, by `taken`, or lies outside.
 */
export function placeLabels(
  points: readonly { readonly x: number; readonly y: number; readonly text: string }[],
  within: Box,
  taken: readonly Box[],
): readonly (Label | undefined)[] {
  const all = [...taken, ...points.map(({ x, y }) => markBox(x, y))];
  return points.map(({ x, y, text }) => {
    const choices: readonly Label[] = [
      { x: x + GAP, y: y + 4, anchor: 'start' },
      { x: x - GAP, y: y + 4, anchor: 'end' },
      { x, y: y - GAP, anchor: 'middle' },
      { x, y: y + GAP + LINE - 3, anchor: 'middle' },
      { x: x + GAP, y: y - GAP, anchor: 'start' },
      { x: x + GAP, y: y + GAP + LINE - 3, anchor: 'start' },
      { x: x - GAP, y: y - GAP, anchor: 'end' },
      { x: x - GAP, y: y + GAP + LINE - 3, anchor: 'end' },
    ];
    const free = choices.find((label) => {
      const box = boxOf(label, text);
      return isWithin(box, within) && !all.some((other) => overlaps(box, other));
    });
    if (free !== undefined) all.push(boxOf(free, text));
    return free;
  });
}
