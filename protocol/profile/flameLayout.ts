/** Where the frames of a flame graph stand. */

/** A frame of a depth-first walk. */
export interface LaidOutFrame {
  readonly depth: number;
}

export interface PlacedFrame<Frame> {
  readonly frame: Frame;
  /** Its place in the walk. */
  readonly index: number;
  /** Parts of the whole width, from 0 to 1. */
  readonly left: number;
  readonly width: number;
}

export interface FlameLayout<Frame> {
  readonly frames: readonly PlacedFrame<Frame>[];
  readonly depth: number;
  /** Size of the whole width. */
  readonly whole: number;
}

export interface FlameLayoutOptions<Frame> {
  /** Nanoseconds, samples. */
  readonly sizeOf: (frame: Frame) => number;
  readonly root: number | undefined;
  readonly least: number;
}

/**
 * Places frames that come in the order of a depth-first walk: each within the one that it is in, one behind the other. `root` is the place
 * of the frame that takes the whole width, with those that it is in above it; undefined for all. Frames narrower than `least` are left out.
 */
export function flameLayout<Frame extends LaidOutFrame>(
  frames: readonly Frame[],
  { sizeOf, root, least }: FlameLayoutOptions<Frame>,
): FlameLayout<Frame> {
  const chosen = root === undefined ? undefined : frames[root];
  const whole = chosen === undefined ? frames.reduce((sum, frame) => (frame.depth === 0 ? sum + sizeOf(frame) : sum), 0) : sizeOf(chosen);
  if (whole <= 0) return { frames: [], depth: 0, whole: 0 };
  const placed: PlacedFrame<Frame>[] = [];
  const end = chosen === undefined ? frames.length : endOf(frames, root ?? 0);
  /** How far from the left the next frame of each depth begins. */
  const next: number[] = [0];
  for (let index = chosen === undefined ? 0 : (root ?? 0); index < end; index++) {
    const frame = frames[index];
    if (frame === undefined) break;
    const start = next[frame.depth] ?? 0;
    next[frame.depth] = start + sizeOf(frame);
    next[frame.depth + 1] = start;
    const width = sizeOf(frame) / whole;
    if (width >= least) placed.push({ frame, index, left: start / whole, width });
  }
  const above = chosen === undefined ? [] : enclosing(frames, root ?? 0);
  const all = [...above.map((index) => ({ frame: frames[index], index, left: 0, width: 1 })), ...placed].filter(
    (one): one is PlacedFrame<Frame> => one.frame !== undefined,
  );
  return { frames: all, depth: all.reduce((most, { frame }) => Math.max(most, frame.depth + 1), 0), whole };
}

/** The place behind the last frame that is in this one. */
function endOf(frames: readonly LaidOutFrame[], root: number): number {
  const depth = frames[root]?.depth ?? 0;
  const after = frames.findIndex((frame, i) => i > root && frame.depth <= depth);
  return after === -1 ? frames.length : after;
}

/** Places of the frames that a frame is in, the outermost first. */
function enclosing(frames: readonly LaidOutFrame[], root: number): readonly number[] {
  const found: number[] = [];
  let depth = frames[root]?.depth ?? 0;
  for (let index = root - 1; index >= 0 && depth > 0; index--) {
    const frame = frames[index];
    if (frame?.depth !== depth - 1) continue;
    depth--;
    found.unshift(index);
  }
  return found;
}
