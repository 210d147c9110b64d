/** Which window of time is asked for, at which resolution, so that a view can be drawn and moved. */
import type { TimeRange } from './timeline';
import { spanOf } from './viewport';

export interface WindowQuestion extends TimeRange {
  /** Nanoseconds that one of its pixels stands for: a power of two. */
  readonly quantum: number;
  readonly pixels: number;
}

/** Pixels to which windows are aligned, so that small moves ask for the same. */
const GRID = 64n;
/** Part of the view that a window must reach beyond it on either side; with less, the next is asked for. */
const RESERVE = 4n;

/** The power of two that is nearest to what a pixel of the view stands for; at least a nanosecond. */
export function quantumOf(view: TimeRange, width: number): number {
  return 2 ** Math.max(0, Math.round(Math.log2(Number(spanOf(view)) / Math.max(1, width))));
}

const down = (time: bigint, step: bigint): bigint => (time <= 0n ? 0n : time - (time % step));

/** The view with the screens before and after it, within a profile of this length. */
export function questionFor(view: TimeRange, width: number, length: bigint): WindowQuestion {
  const quantum = quantumOf(view, width);
  const grid = BigInt(quantum) * GRID;
  const span = spanOf(view);
  // The last moment belongs to the profile, and the end of a window does not to the window.
  const end = length + 1n;
  const from = down(view.from - span < end ? view.from - span : end - 1n, grid);
  const reached = view.to + span;
  // Whole pixels: what they hold stays the same while one pans.
  const to = down((reached < end ? reached : end) - 1n, grid) + grid;
  return { from, to: to > from ? to : from + grid, quantum, pixels: Math.max(1, Number(to - from) / quantum) };
}

/** Whether a window that was asked for is what the view needs: its resolution, and enough around it. */
export function answers(question: WindowQuestion, view: TimeRange, width: number, length: bigint): boolean {
  if (question.quantum !== quantumOf(view, width)) return false;
  const reserve = spanOf(view) / RESERVE;
  const from = view.from - reserve;
  const to = view.to + reserve;
  return (question.from <= from || question.from === 0n) && (question.to >= to || question.to > length);
}

/** Whether a window says something about the view, even if there is better: it is worth waiting for. */
export function isUseful(question: WindowQuestion, view: TimeRange, width: number): boolean {
  const ratio = question.quantum / quantumOf(view, width);
  return question.from < view.to && question.to > view.from && ratio >= 1 / 4 && ratio <= 4;
}

/** A window and the part of the view that is drawn from it. */
export interface Piece<T> extends TimeRange {
  readonly window: T;
}

/** From which windows a view is drawn: the resolution that fits best where it reaches, others beyond. In order of time. */
export function piecesOf<T extends { readonly question: WindowQuestion }>(
  windows: readonly T[],
  view: TimeRange,
  width: number,
): readonly Piece<T>[] {
  const wanted = Math.log2(quantumOf(view, width));
  const away = ({ question }: T): number => Math.abs(Math.log2(question.quantum) - wanted);
  // What is as near stays in order: the newest first.
  const ordered = windows.toSorted((a, b) => away(a) - away(b));
  const pieces: Piece<T>[] = [];
  let open: readonly TimeRange[] = [view];
  for (const window of ordered) {
    if (open.length === 0) break;
    const rest: TimeRange[] = [];
    for (const gap of open) {
      const from = window.question.from > gap.from && window.question.from > 0n ? window.question.from : gap.from;
      const to = window.question.to < gap.to ? window.question.to : gap.to;
      if (from >= to) {
        rest.push(gap);
        continue;
      }
      pieces.push({ window, from, to });
      if (from > gap.from) rest.push({ from: gap.from, to: from });
      if (to < gap.to) rest.push({ from: to, to: gap.to });
    }
    open = rest;
  }
  return pieces.sort((a, b) => (a.from < b.from ? -1 : 1));
}
