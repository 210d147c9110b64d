/** Where the frames of a flame graph stand. */
import type { FlameFrame } from '../../../protocol/profile';

export interface PlacedFrame {
  readonly frame: FlameFrame;
  /** Its place in the walk. */
  readonly index: number;
  /** Parts of the whole width, from 0 to 1. */
  readonly left: number;
  readonly width: number;
}

export interface FlameLayout {
  readonly frames: readonly PlacedFrame[];
  readonly depth: number;
  /** Nanoseconds of the whole width. */
  readonly totalNs: number;
}

/**
 * Places frames that come in the order of a depth-first walk: each within the one that it is in, one behind the other. `root` is the place
 * of the frame that takes the whole width, with those that it is in above it; undefined for all. Frames narrower than `least` are left out.
 */
export function flameLayout(frames: readonly FlameFrame[], root: number | undefined, least: number): FlameLayout {
  const chosen = root === undefined ? undefined : frames[root];
  const totalNs = chosen?.totalNs ?? frames.reduce((sum, { depth, totalNs: ns }) => (depth === 0 ? sum + ns : sum), 0);
  if (totalNs <= 0) return { frames: [], depth: 0, totalNs: 0 };
  const placed: PlacedFrame[] = [];
  const end = chosen === undefined ? frames.length : endOf(frames, root ?? 0);
  /** Nanoseconds from the left at which the next frame of each depth begins. */
  const next: number[] = [0];
  for (let index = chosen === undefined ? 0 : (root ?? 0); index < end; index++) {
    const frame = frames[index];
    if (frame === undefined) break;
    const start = next[frame.depth] ?? 0;
    next[frame.depth] = start + frame.totalNs;
    next[frame.depth + 1] = start;
    const width = frame.totalNs / totalNs;
    if (width >= least) placed.push({ frame, index, left: start / totalNs, width });
  }
  const above = chosen === undefined ? [] : enclosing(frames, root ?? 0);
  const all = [...above.map((index) => ({ frame: frames[index], index, left: 0, width: 1 })), ...placed].filter(
    (one): one is PlacedFrame => one.frame !== undefined,
  );
  return { frames: all, depth: all.reduce((most, { frame }) => Math.max(most, frame.depth + 1), 0), totalNs };
}

/** The place behind the last frame that is in this one. */
function endOf(frames: readonly FlameFrame[], root: number): number {
  const depth = frames[root]?.depth ?? 0;
  const after = frames.findIndex((frame, i) => i > root && frame.depth <= depth);
  return after === -1 ? frames.length : after;
}

/** Places of the frames that a frame is in, the outermost first. */
function enclosing(frames: readonly FlameFrame[], root: number): readonly number[] {
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
