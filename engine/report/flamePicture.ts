/** A flame graph without a script: what ran within what, each frame as wide as its part. */
import { flameLayout, type LaidOutFrame } from '../../protocol/profile/flameLayout';
import { grouped } from '../../protocol/words/countWords';
import { escaped } from './standalonePage';

/** Frames narrower than this part of the width are no two pixels wide. */
const LEAST = 1 / 900;
/** A frame of this part of the width has room for words. */
const WITH_WORDS = 0.02;

export interface FlamePicture<Frame extends LaidOutFrame> {
  /** In the order of a depth-first walk. */
  readonly frames: readonly Frame[];
  /** What a frame's width stands for. */
  readonly sizeOf: (frame: Frame) => number;
  readonly label: string;
  /** What stands on a frame, and everything about it in a line; `whole` is the size of the whole width. */
  readonly text: (frame: Frame) => string;
  readonly title: (frame: Frame, whole: number) => string;
  /** CSS, of the frame with that place in the walk. */
  readonly colour: (frame: Frame, index: number) => string;
}

/** Says how many frames are too narrow to be drawn. */
export function flamePicture<Frame extends LaidOutFrame>(picture: FlamePicture<Frame>): string {
  const { frames: all, sizeOf, label, text, title, colour } = picture;
  const { frames, depth, whole } = flameLayout(all, { sizeOf, root: undefined, least: LEAST });
  const drawn = frames.map(({ frame, index, left, width }) => {
    const words = escaped(title(frame, whole));
    const place = `left:${(100 * left).toFixed(3)}%;width:${(100 * width).toFixed(3)}%;--row-at:${String(frame.depth)};--c:${colour(frame, index)}`;
    return `<li style="${place}" title="${words}" aria-label="${words}">${width < WITH_WORDS ? '' : escaped(text(frame))}</li>`;
  });
  const narrow = all.length - frames.length;
  return `<ol class="flame" style="--depth:${String(depth)}" aria-label="${escaped(label)}">${drawn.join('')}</ol>${
    narrow === 0 ? '' : `<p class="dim">${grouped(narrow)} ${narrow === 1 ? 'frame is' : 'frames are'} too narrow to be drawn.</p>`
  }`;
}
