/** What is at a point of the canvas, and what is said of it. */
import type { SliceName } from '../../../protocol/profile/profile';
import { hitIn, hitLines, type Hit } from './hitText';
import type { Point } from './pointer';
import { markerAt } from './ruler';
import { lengthText, momentText } from './ticks';
import type { Marker, TimeRange } from './timeline';
import { laneAt } from './trackLayout';
import type { TrackPanel } from './trackPanel';
import { spanOf, timeAt } from './viewport';
import type { WindowCache } from './windowCache';

export interface UnderPointerOptions {
  readonly panel: TrackPanel;
  readonly windows: WindowCache;
  readonly view: () => TimeRange;
  /** Pixels of the canvas: how wide it is, and where ruler and tracks begin. */
  readonly geometry: () => { readonly width: number; readonly rulerTop: number; readonly tracksTop: number };
  readonly length: () => bigint;
  readonly names: () => readonly SliceName[];
  readonly markers: () => readonly Marker[];
  readonly selected: () => TimeRange | undefined;
}

export interface UnderPointer {
  /** Nanoseconds of a pixel. */
  readonly precision: number;
  readonly timeOf: (point: Point) => bigint;
  hitAt(point: Point): Hit | undefined;
  /** The nearest begin or end of a slice, else the moment; within the profile. */
  readonly snap: (point: Point) => bigint;
  readonly markerAt: (x: number) => Marker | undefined;
  /** For the tooltip; none where there is nothing to say. While `measuring`, how far it is from what is selected. */
  lines(point: Point, measuring: boolean): readonly string[] | undefined;
}

/** Pixels by which the pointer may miss a slice, and within which a range ends where a slice does. */
const SLACK = 3;
const SNAP = 6;
/** Coarser windows than this many times a pixel do not know where slices end. */
const KNOWN = 4;

export function createUnderPointer(options: UnderPointerOptions): UnderPointer {
  const { panel, windows, view, geometry, length, names, markers, selected } = options;
  const precision = (): number => Number(spanOf(view())) / Math.max(1, geometry().width);
  const timeOf = ({ x }: Point): bigint => timeAt(view(), x, geometry().width);
  const hit = (point: Point, slack: number): Hit | undefined => {
    const at = panel.rowAt(point.y - geometry().tracksTop);
    if (at === undefined || at.row.track.kind === 'group') return undefined;
    const { track } = at.row;
    const time = timeOf(point);
    const there = windows.of(track.id).filter(({ question }) => question.from <= time && question.to > time);
    const finest = there.toSorted((a, b) => a.question.quantum - b.question.quantum);
    return hitIn(track, finest, laneAt(at.row, at.y), time, precision() * slack);
  };
  const marker = (x: number): Marker | undefined => markerAt(view(), geometry().width, markers(), x);
  return {
    get precision() {
      return precision();
    },
    timeOf,
    hitAt: (point) => hit(point, SLACK),
    markerAt: marker,
    snap(point) {
      const time = timeOf(point);
      const found = hit(point, SNAP);
      let nearest = time;
      let distance = precision() * SNAP;
      if (found !== undefined && found.track.kind !== 'counter' && found.items.question.quantum <= precision() * KNOWN) {
        for (const edge of [found.range.from, found.range.to]) {
          const away = Math.abs(Number(edge - time));
          if (away <= distance) [nearest, distance] = [edge, away];
        }
      }
      return nearest < 0n ? 0n : nearest > length() ? length() : nearest;
    },
    lines(point, measuring) {
      const { rulerTop, tracksTop } = geometry();
      if (point.y < rulerTop) return undefined;
      const time = timeOf(point);
      const range = selected();
      if (measuring && range !== undefined) {
        const away = (to: bigint): string => `${lengthText(time > to ? time - to : to - time)} ${time < to ? 'before' : 'after'}`;
        return [momentText(time, precision()), `${away(range.from)} the start`, `${away(range.to)} the end`];
      }
      if (point.y < tracksTop) {
        const there = marker(point.x);
        return [...(there === undefined || there.note === '' ? [] : [there.note]), momentText(there?.time ?? time, precision())];
      }
      const found = hit(point, SLACK);
      return found === undefined ? undefined : hitLines(found, names(), precision());
    },
  };
}
