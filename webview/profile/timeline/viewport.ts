/**
 * The part of time in view, and how it moves. Times are bigint; only distances become numbers: whole nanoseconds are exact in them up to
 * 104 days.
 */
import type { TimeRange } from './timeline';

/** Nanoseconds across that are shown at least: below that, a nanosecond would be wider than most names. */
export const LEAST_SPAN = 100n;
/** Part of the whole that is empty before and after it: what happens at the ends is seen to end. */
const MARGIN = 64n;
/** Part of what is zoomed to that is shown around it. */
const AROUND = 8n;

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const spanOf = ({ from, to }: TimeRange): bigint => to - from;
export const isSame = (a: TimeRange, b: TimeRange): boolean => a.from === b.from && a.to === b.to;

/** All of a profile of this length, with a little around it. */
export function wholeView(length: bigint): TimeRange {
  const margin = most(length / MARGIN, 1n);
  const view = { from: -margin, to: length + margin };
  const lacking = LEAST_SPAN - spanOf(view);
  return lacking > 0n ? { from: view.from, to: view.to + lacking } : view;
}

/** The nearest view within what can be shown. */
export function clampView({ from, to }: TimeRange, length: bigint): TimeRange {
  const whole = wholeView(length);
  const span = least(most(to - from, LEAST_SPAN), spanOf(whole));
  const begin = least(most(from, whole.from), whole.to - span);
  return { from: begin, to: begin + span };
}

/** Shows `factor` times as much time; what is at `place`, from 0 at the left to 1, stays there. */
export function zoomAt(view: TimeRange, factor: number, place: number, length: bigint): TimeRange {
  const span = Number(spanOf(view));
  const next = Math.min(Math.max(span * factor, Number(LEAST_SPAN)), Number(spanOf(wholeView(length))));
  const from = view.from + BigInt(Math.round((span - next) * place));
  return clampView({ from, to: from + BigInt(Math.round(next)) }, length);
}

/** Moves by a part of what is in view; to the right where it is positive. */
export function panBy(view: TimeRange, part: number, length: bigint): TimeRange {
  const by = BigInt(Math.round(Number(spanOf(view)) * part));
  return clampView({ from: view.from + by, to: view.to + by }, length);
}

/** A view that shows a range with what is around it. */
export function viewAround(range: TimeRange, length: bigint): TimeRange {
  const margin = most(spanOf(range) / AROUND, LEAST_SPAN / 4n);
  return clampView({ from: range.from - margin, to: range.to + margin }, length);
}

/** Part of the view that a slice has at least after it was brought into view. */
const LEAST_SHOWN = 1 / 200;

/** The view in which a range is seen that must be brought into view: the same where it is seen well, else as near to it as can be. */
export function viewRevealing(view: TimeRange, range: TimeRange, length: bigint): TimeRange {
  const span = Number(spanOf(view));
  const wanted = Number(spanOf(range));
  if (wanted > span || wanted < span * LEAST_SHOWN) {
    const around = BigInt(Math.max(Math.round(wanted * 5), Number(LEAST_SPAN)));
    return clampView({ from: range.from - around, to: range.to + around }, length);
  }
  if (range.from >= view.from && range.to <= view.to) return view;
  const from = range.from - (spanOf(view) - spanOf(range)) / 2n;
  return clampView({ from, to: from + spanOf(view) }, length);
}

/** The view that is a part `k` of the way from one to another: spans change by equal ratios, so that zooming looks even. */
export function between(a: TimeRange, b: TimeRange, k: number): TimeRange {
  if (k >= 1) return b;
  const spanA = Number(spanOf(a));
  const spanB = Number(spanOf(b));
  const span = spanA * (spanB / spanA) ** k;
  // What stays in place while the span goes from one to the other; without a change of span, what moves.
  const part = spanA === spanB ? k : (spanA - span) / (spanA - spanB);
  const from = a.from + BigInt(Math.round(Number(b.from - a.from) * part));
  return { from, to: from + BigInt(Math.max(1, Math.round(span))) };
}

/** Pixels from the left edge of a view that is `width` pixels wide. */
export function xOf(view: TimeRange, time: bigint, width: number): number {
  return (Number(time - view.from) / Number(spanOf(view))) * width;
}

/** The moment at a pixel. */
export function timeAt(view: TimeRange, x: number, width: number): bigint {
  return view.from + BigInt(Math.round((x / width) * Number(spanOf(view))));
}
