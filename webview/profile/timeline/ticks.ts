/** Where the ruler has its ticks, and what it says at them. */
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import type { TimeRange } from './timeline';
import { spanOf, xOf } from './viewport';

export interface Tick {
  /** Pixels from the left. */
  readonly x: number;
  /** Empty at the small ticks between those that are named. */
  readonly label: string;
}

export interface Ticks {
  /** What the labels count from: 0, or a moment near the view where they would have too many digits. */
  readonly base: bigint;
  readonly list: readonly Tick[];
}

/** Room for a label and the tick beside it. */
const LABEL_PIXELS = 84;
/** More digits than this are read against a base instead. */
const MOST_DIGITS = 5;

/** The least of 1, 2 and 5 times powers of ten that is not below `least`, in whole nanoseconds, and into how many parts it is divided. */
export function stepOf(least: number): { readonly step: number; readonly parts: number } {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  for (const [times, parts] of [
    [1, 5],
    [2, 4],
    [5, 5],
  ] as const) {
    if (power * times >= least) return { step: power * times, parts: power * times < parts ? 1 : parts };
  }
  return { step: power * 10, parts: 5 };
}

const floorTo = (time: bigint, step: bigint): bigint => time - (((time % step) + step) % step);

/** Digits behind the point at which labels `step` apart differ. */
function digitsOf(step: number, unit: TimeUnit): number {
  return Math.max(0, Math.ceil(Math.log10(unit.nanoseconds / step) - 1e-9));
}

export function ticksOf(view: TimeRange, width: number): Ticks {
  const span = Number(spanOf(view));
  const { step, parts } = stepOf((span / Math.max(width, 1)) * LABEL_PIXELS);
  const farthest = Math.max(Math.abs(Number(view.from)), Math.abs(Number(view.to)));
  const long = farthest / step >= 10 ** MOST_DIGITS;
  // Ten times what is in view: the base changes seldom while one pans.
  const base = long ? floorTo(view.from, BigInt(10 ** Math.ceil(Math.log10(span * 10)))) : 0n;
  const reach = Math.max(Math.abs(Number(view.from - base)), Math.abs(Number(view.to - base)));
  const large = unitFor(reach);
  // 900 ms rather than 0.9 s.
  const unit = step < large.nanoseconds ? unitFor(reach / 10) : large;
  const digits = digitsOf(step, unit);
  const small = BigInt(Math.max(1, step / parts));
  const list: Tick[] = [];
  for (let time = floorTo(view.from, BigInt(step)); time <= view.to; time += small) {
    const distance = time - base;
    const named = distance % BigInt(step) === 0n;
    const label = named ? `${long ? '+' : ''}${(Number(distance) / unit.nanoseconds).toFixed(digits).replace('-', '−')} ${unit.name}` : '';
    list.push({ x: xOf(view, time, width), label });
  }
  return { base, list };
}

/** A moment to the nanosecond, in milliseconds or the unit that fits what is in view: "403.390112 ms". */
export function momentText(time: bigint, precision: number): string {
  const unit = unitFor(Math.max(1, Math.abs(Number(time))));
  const digits = Math.min(9, digitsOf(Math.max(1, precision), unit));
  return `${(Number(time) / unit.nanoseconds).toFixed(digits).replace('-', '−')} ${unit.name}`;
}

/** How long something takes, with four digits or more: "2.322 ms". */
export function lengthText(nanoseconds: bigint | number): string {
  const length = Number(nanoseconds);
  const unit = unitFor(Math.abs(length));
  return `${unit.name === 'ns' ? String(Math.round(length)) : inUnit(length, unit)} ${unit.name}`;
}
