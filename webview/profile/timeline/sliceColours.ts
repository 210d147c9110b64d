/** Which colour what has: by the function, the queue, the worker or how long it took. Colours are places in the palette of theme.ts. */
import type { SliceName, TrackClass, TrackInfo } from '../../../protocol/profile/profile';
import { FUNCTION_COLOURS } from '../../widgets/functionColour';
import type { ColourBy } from './timeline';
import type { TrackItems } from './trackItems';

/** Colours that are not of functions, with the CSS from which they come. They follow the functions' in the palette. */
export const CLASS_COLOURS = {
  execute: 'var(--cl-execute)',
  transfer: 'var(--cl-transfer)',
  memory: 'var(--cl-memory)',
  host: 'color-mix(in srgb, var(--vscode-foreground) 40%, var(--vscode-editor-background))',
  trace: 'var(--fn-magenta)',
  counter: 'var(--fn-green)',
  metric: 'var(--heat)',
} as const;
export type ClassColour = keyof typeof CLASS_COLOURS;

/**
 * From short to long. Blue and yellow are told apart by the colour-blind, and the steps between them also by their lightness. Each is ten
 * times the one before: 1 µs and less, 10 µs, 100 µs, 1 ms, 10 ms, 100 ms, and more.
 */
export const DURATION_COLOURS = [0, 17, 33, 50, 67, 83, 100].map(
  (part) => `color-mix(in oklch, var(--fn-yellow) ${part}%, color-mix(in oklch, var(--fn-blue) 85%, var(--vscode-editor-background)))`,
);

const CLASS_KEYS = Object.keys(CLASS_COLOURS) as ClassColour[];
const DURATIONS_AT = FUNCTION_COLOURS.length + CLASS_KEYS.length;
/** What is not a function has no colour of its own. */
const NONE = 255;
/** Of queues and workers, before they begin again: the greys are no names. */
const CYCLE = 6;

/** CSS of the whole palette, in order. */
export const PALETTE: readonly string[] = [
  ...FUNCTION_COLOURS.map((name) => `var(--fn-${name})`),
  ...CLASS_KEYS.map((key) => CLASS_COLOURS[key]),
  ...DURATION_COLOURS,
];

export const colourOfClass = (key: ClassColour): number => FUNCTION_COLOURS.length + CLASS_KEYS.indexOf(key);

const CLASS_OF: Partial<Record<TrackClass, ClassColour>> = {
  ...({ submissions: 'execute', commandBuffers: 'execute', queueDevice: 'execute', transfers: 'transfer' } as const),
  ...({ liveBytes: 'memory', memoryEvents: 'memory', traces: 'trace', counter: 'counter', metric: 'metric' } as const),
};

/** The colour of what is on a track of this class and is not a function. */
export const colourOfTrackClass = (trackClass: TrackClass): number => colourOfClass(CLASS_OF[trackClass] ?? 'host');

/** The rank of each name among the functions, by total time, the longest first; 255 of what is none. */
export function ranksOf(names: readonly SliceName[]): Uint8Array {
  const ranks = new Uint8Array(names.length).fill(NONE);
  const functions = names.flatMap(({ isFunction, total }, index) => (isFunction ? [{ index, total: BigInt(total) }] : []));
  // Names of equal rank stay in order.
  functions.sort((a, b) => (a.total === b.total ? a.index - b.index : a.total > b.total ? -1 : 1));
  functions.forEach(({ index }, rank) => (ranks[index] = Math.min(rank, FUNCTION_COLOURS.length - 1)));
  return ranks;
}

/** The place of each track among the queues, or among the workers; undefined for others. */
export function ordinalsOf(tracks: readonly TrackInfo[], by: 'queue' | 'worker'): ReadonlyMap<number, number> {
  const ordinals = new Map<number, number>();
  const queues = tracks.some((track) => track.class === 'queue' && track.kind === 'group');
  let count = 0;
  for (const { id, parent, class: trackClass, kind } of tracks) {
    const begins = by === 'worker' ? trackClass === 'worker' : kind === 'group' && trackClass === (queues ? 'queue' : 'device');
    const inherited = by === 'queue' ? ordinals.get(parent) : undefined;
    if (begins) ordinals.set(id, count++);
    else if (inherited !== undefined) ordinals.set(id, inherited);
  }
  return ordinals;
}

/** Place in the palette of a duration in nanoseconds. */
export function colourOfDuration(nanoseconds: number): number {
  const step = Math.ceil(Math.log10(Math.max(1, nanoseconds)) - 3 - 1e-9);
  return DURATIONS_AT + Math.min(DURATION_COLOURS.length - 1, Math.max(0, step));
}

export interface Colouring {
  /** Place in the palette of an item. */
  of(track: TrackInfo, items: TrackItems): (i: number) => number;
  /** The rank of an item's function, from 0; undefined of what is none. */
  rankOf(items: TrackItems): (i: number) => number | undefined;
  /** Place in the palette of a name, whatever slices are coloured by. */
  ofName(nameIndex: number): number;
}

export function createColouring(by: ColourBy, tracks: readonly TrackInfo[], names: readonly SliceName[]): Colouring {
  const ranks = ranksOf(names);
  const ordinals = by === 'queue' || by === 'worker' ? ordinalsOf(tracks, by) : undefined;
  return {
    rankOf: (items) => (i) => {
      const rank = ranks[items.names[i] ?? 0] ?? NONE;
      return rank === NONE ? undefined : rank;
    },
    ofName: (nameIndex) => {
      const rank = ranks[nameIndex] ?? NONE;
      return rank === NONE ? colourOfClass('host') : rank;
    },
    of({ id, class: trackClass }, items) {
      const other = colourOfTrackClass(trackClass);
      if (by === 'duration') {
        const { begin, end, counts, covered } = items;
        return (i) => colourOfDuration((((end[i] ?? 0) - (begin[i] ?? 0)) * (covered[i] ?? 1)) / Math.max(1, counts[i] ?? 1));
      }
      if (ordinals !== undefined) {
        const ordinal = ordinals.get(id);
        const colour = ordinal === undefined ? other : ordinal % CYCLE;
        return () => colour;
      }
      return (i) => {
        const rank = ranks[items.names[i] ?? 0] ?? NONE;
        return rank === NONE ? other : rank;
      };
    },
  };
}
