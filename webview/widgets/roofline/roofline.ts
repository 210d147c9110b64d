/**
 * The roof of a machine on logarithmic axes: operations a second over operations a byte. Bandwidths are slopes, peaks are ceilings, and
 * dispatches stand where their operations and the bytes that are bound to them put them. Of others that have a hottest loop only the
 * most is known that its machine code allows: that is on the roof, and no place where anything was measured.
 */
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { Bandwidth, Peak, Roof } from '../../../protocol/measurement/roof';
import { logScale, type LogScale } from './logScale';
import { subjectStanding, typeOf, USUAL_TYPE, type RoofSubject } from './subject';

/** A bandwidth, from the left or the bottom edge to the highest ceiling. */
export interface Slope {
  /** 0 for memory. */
  readonly level: number;
  readonly kind: string;
  /** Bytes a second. */
  readonly rate: number;
  readonly from: Place;
  readonly to: Place;
}

/** A peak, from where the fastest bandwidth reaches it to the right edge. */
export interface Ceiling {
  readonly type: string;
  readonly bits: number;
  /** Operations a second. */
  readonly rate: number;
  readonly from: number;
  readonly isHighest: boolean;
}

/** Operations a byte, and operations a second. */
export interface Place {
  readonly intensity: number;
  readonly rate: number;
}

export interface Placed extends Place {
  readonly subject: RoofSubject;
  /** `measured`: where its dispatches are; `most`: the most that its hottest loop can do, if all that it loads comes from the nearest cache. */
  readonly what: 'measured' | 'most';
}

export interface Roofline {
  readonly x: LogScale;
  readonly y: LogScale;
  readonly slopes: readonly Slope[];
  readonly ceilings: readonly Ceiling[];
  readonly placed: readonly Placed[];
  /** What has no place, for its arithmetic, its bytes or its time are not known. */
  readonly unplaced: readonly RoofSubject[];
}

/** Where the roof and all that is placed have room: undefined where the roof is not known. */
export function rooflineOf(roof: Roof, threads: Threads, subjects: readonly RoofSubject[]): Roofline | undefined {
  const bandwidths = fastestOfLevels(roof.bandwidths, threads);
  const [fastest] = bandwidths;
  const placeOf = placing(roof, threads, fastest?.rate ?? 0);
  const placed = subjects.flatMap((subject) => placeOf(subject) ?? []);
  const shown = placed.length === 0 ? subjects : placed.map(({ subject }) => subject);
  const types = new Set(shown.length === 0 ? [USUAL_TYPE] : shown.map(typeOf));
  const peaks = roof.peaks.flatMap((peak) => (types.has(peak.type as never) ? rated(peak, threads) : []));
  const top = Math.max(0, ...peaks.map(({ rate }) => rate));
  const slowest = bandwidths.at(-1);
  if (fastest === undefined || slowest === undefined || top === 0) return undefined;
  const x = logScale([top / fastest.rate, top / slowest.rate, ...placed.map(({ intensity }) => intensity)], X_ROOM);
  const lowest = Math.min(...peaks.map(({ rate }) => rate));
  const y = logScale([top, lowest, ...placed.map(({ rate }) => rate)], Y_ROOM);
  return {
    ...{ x, y, placed },
    slopes: bandwidths.map(({ of: { level, kind }, rate }): Slope => {
      const from = Math.max(x.low, y.low / rate);
      return { level, kind, rate, from: { intensity: from, rate: from * rate }, to: { intensity: top / rate, rate: top } };
    }),
    ceilings: peaks.map(({ of: { type, bits }, rate }): Ceiling => {
      return { type, bits, rate, from: Math.max(x.low, rate / fastest.rate), isHighest: rate === top };
    }),
    unplaced: subjects.filter((subject) => !placed.some((one) => one.subject === subject)),
  };
}

/** Parts of a decade that are free beyond what is drawn: labels stand there. */
const X_ROOM = { below: 0.7, above: 0.5 };
const Y_ROOM = { below: 0.6, above: 0.35 };

interface Rated<Of> {
  readonly of: Of;
  readonly rate: number;
}

function rated<Of extends Bandwidth | Peak>(of: Of, threads: Threads): readonly Rated<Of>[] {
  const rate = of[threads];
  return rate === undefined || !(rate > 0) ? [] : [{ of, rate }];
}

/** Of each level the kind that moves most, the fastest level first. */
function fastestOfLevels(bandwidths: readonly Bandwidth[], threads: Threads): readonly Rated<Bandwidth>[] {
  const best = new Map<number, Rated<Bandwidth>>();
  for (const one of bandwidths.flatMap((bandwidth) => rated(bandwidth, threads))) {
    if (one.rate > (best.get(one.of.level)?.rate ?? 0)) best.set(one.of.level, one);
  }
  return [...best.values()].sort((a, b) => b.rate - a.rate);
}

function placing(roof: Roof, threads: Threads, fastest: number): (subject: RoofSubject) => Placed | undefined {
  return (subject) => {
    const { operationsASecond: rate, intensity } = subjectStanding(roof, subject, threads);
    if (rate !== undefined && intensity !== undefined && rate > 0 && intensity > 0) return { subject, what: 'measured', intensity, rate };
    const most = loopMost(roof, subject, threads, fastest);
    return most === undefined ? undefined : { subject, what: 'most', ...most };
  };
}

/** The most that the hottest loop can do if what it loads and stores moves at `bandwidth`; undefined where its intensity or the peak is not known. */
export function loopMost(roof: Roof, { loop }: RoofSubject, threads: Threads, bandwidth: number): Place | undefined {
  if (loop?.intensity === undefined || loop.type === undefined) return undefined;
  const { type, intensity } = loop;
  const peaks = roof.peaks.filter((peak) => peak.type === type).flatMap((peak) => rated(peak, threads));
  const top = Math.max(0, ...peaks.map(({ rate }) => rate));
  return top > 0 && bandwidth > 0 ? { intensity, rate: Math.min(top, intensity * bandwidth) } : undefined;
}

/** Bytes a second of the fastest kind from a level; undefined where it is not known. */
export function bandwidthOf(roof: Roof, threads: Threads, level: number): number | undefined {
  return fastestOfLevels(roof.bandwidths, threads).find(({ of }) => of.level === level)?.rate;
}
