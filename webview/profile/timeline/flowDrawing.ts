/** Arrows from what caused to what followed, and the longest way through the run. */
import type { CriticalPathSteps, Flow, SliceId } from '../../../protocol/profile/profile';
import type { Scene } from './scene';
import type { TimeRange } from './timeline';
import { distancesFrom } from './trackItems';
import { spanOf, xOf } from './viewport';

/** Where a slice is drawn, pixels from the canvas's top; undefined while its track is not shown. */
export type PlaceOf = (slice: SliceId) => { readonly top: number; readonly height: number } | undefined;

/** More arrows than this are a tangle, and cost a frame. */
const MOST_FLOWS = 300;

export function drawFlows(scene: Scene, flows: readonly Flow[], placeOf: PlaceOf): void {
  const { ink, theme, view, width } = scene;
  ink.strokeStyle = ink.fillStyle = theme.foreground;
  let drawn = 0;
  // Direct ones lie above.
  for (const direct of [false, true]) {
    for (const flow of flows) {
      if (flow.direct !== direct || drawn >= MOST_FLOWS) continue;
      const from = placeOf(flow.from);
      const to = placeOf(flow.to);
      if (from === undefined || to === undefined) continue;
      const x0 = xOf(view, BigInt(flow.fromTime), width);
      const x1 = xOf(view, BigInt(flow.toTime), width);
      if (Math.max(x0, x1) < 0 || Math.min(x0, x1) > width) continue;
      drawn++;
      const down = to.top > from.top;
      const y0 = from.top + from.height * (to.top === from.top ? 0.5 : down ? 0.8 : 0.2);
      const y1 = to.top + (to.top === from.top ? to.height / 2 : down ? 0 : to.height);
      ink.globalAlpha = direct ? 1 : 0.65;
      ink.lineWidth = 1.3;
      ink.setLineDash(direct ? [] : [3, 3]);
      arrow(ink, x0, y0, x1, y1);
    }
  }
  ink.setLineDash([]);
  ink.globalAlpha = 1;
}

/** A curve that leaves and arrives along time, with a dot where it begins and a point where it ends. */
function arrow(ink: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  const bend = Math.min(60, Math.max(14, Math.abs(x1 - x0) / 2));
  ink.beginPath();
  ink.moveTo(x0, y0);
  ink.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1 - 2, y1);
  ink.stroke();
  ink.setLineDash([]);
  ink.beginPath();
  ink.arc(x0, y0, 2.2, 0, Math.PI * 2);
  ink.moveTo(x1, y1);
  ink.lineTo(x1 - 6, y1 - 3.2);
  ink.lineTo(x1 - 6, y1 + 3.2);
  ink.fill();
}

/** The steps of the critical path, ready to be drawn. */
export interface PathSteps {
  readonly base: bigint;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly tracks: Uint32Array;
  readonly indices: Uint32Array;
}

export function pathSteps({ starts, ends, tracks, indices }: CriticalPathSteps): PathSteps {
  const base = starts[0] ?? 0n;
  return { base, begin: distancesFrom(base, starts), end: distancesFrom(base, ends), tracks, indices };
}

/** The first of `ends`, which ascend, that lies after `at`. */
export function firstAfter(ends: Float64Array, at: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Outlines of the steps, joined: where many lie within a pixel, one of them. */
export function drawCriticalPath(scene: Scene, { base, begin, end, tracks, indices }: PathSteps, placeOf: PlaceOf): void {
  const { ink, theme, view, width } = scene;
  const shift = Number(base - view.from);
  const ratio = width / Number(spanOf(view));
  const last = Number(view.to - base);
  ink.strokeStyle = theme.foreground;
  ink.lineWidth = 1.6;
  ink.beginPath();
  let joint: { readonly x: number; readonly y: number } | undefined;
  // One before: the line that comes into view.
  for (let i = Math.max(0, firstAfter(end, -shift) - 1); i < begin.length; i++) {
    const x0 = ((begin[i] ?? 0) + shift) * ratio;
    if (joint !== undefined && joint.x >= x0 && ((end[i] ?? 0) + shift) * ratio < joint.x + 1) continue;
    const place = placeOf({ track: tracks[i] ?? 0, index: indices[i] ?? 0 });
    if (place !== undefined) {
      const x1 = Math.max(((end[i] ?? 0) + shift) * ratio, x0 + 1);
      const y = place.top + place.height / 2;
      if (joint !== undefined) {
        ink.moveTo(Math.max(-9, joint.x), joint.y);
        ink.lineTo(Math.min(width + 9, x0), y);
      }
      const left = Math.max(-9, x0);
      const right = Math.min(width + 9, x1);
      if (right > left) ink.rect(left, place.top, right - left, place.height);
      joint = { x: x1, y };
    }
    if ((begin[i] ?? 0) > last) break;
  }
  ink.stroke();
}

/** A rectangle around the selected slice. */
export function drawSelected(scene: Scene, range: TimeRange, place: { readonly top: number; readonly height: number }): void {
  const { ink, theme, view, width } = scene;
  const x0 = Math.max(-4, xOf(view, range.from, width));
  const x1 = Math.min(width + 4, Math.max(xOf(view, range.to, width), x0 + 2));
  if (x1 < 0 || x0 > width) return;
  ink.strokeStyle = theme.foreground;
  ink.lineWidth = 1.6;
  ink.strokeRect(x0, place.top, x1 - x0, place.height);
}
