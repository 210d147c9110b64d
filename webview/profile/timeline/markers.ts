/** Markers that the user sets, and their notes. */
import { askForNote } from './noteBox';
import { momentText } from './ticks';
import type { Marker } from './timeline';

export interface Markers {
  readonly list: readonly Marker[];
  /** Without telling. */
  replace(markers: readonly Marker[]): void;
  /** Sets one at a moment, or takes the one that is no farther than `reach` nanoseconds; then asks for its note. */
  setAt(time: bigint, reach: number): void;
  edit(marker: Marker): void;
}

export interface MarkersOptions {
  /** Where the note is asked for. */
  readonly overlay: HTMLElement;
  /** Pixels in that where a marker's note stands. */
  readonly placeOf: (time: bigint) => { readonly x: number; readonly y: number };
  /** Nanoseconds of a pixel. */
  readonly precision: () => number;
  readonly changed: () => void;
  /** The note is written: the keyboard goes back. */
  readonly closed: () => void;
}

export function createMarkers({ overlay, placeOf, precision, changed, closed }: MarkersOptions): Markers {
  let list: readonly Marker[] = [];
  const set = (next: readonly Marker[]): void => {
    list = next.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    changed();
  };
  const edit = ({ time, note }: Marker, isNew: boolean): void => {
    askForNote(overlay, {
      ...placeOf(time),
      ...{ moment: momentText(time, precision()), note, isNew, closed },
      keep: (text) => set(list.map((one) => (one.time === time ? { time, note: text } : one))),
      remove: () => set(list.filter((one) => one.time !== time)),
    });
  };
  return {
    get list() {
      return list;
    },
    replace(markers) {
      list = markers;
    },
    setAt(time, reach) {
      const there = list.find((one) => Math.abs(Number(one.time - time)) <= reach);
      if (there === undefined) set([...list, { time, note: '' }]);
      edit(there ?? { time, note: '' }, there === undefined);
    },
    edit: (marker) => edit(marker, false),
  };
}
