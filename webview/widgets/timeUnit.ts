/** One unit of time for a whole column or axis. */

export interface TimeUnit {
  readonly name: 'ns' | 'µs' | 'ms' | 's';
  readonly nanoseconds: number;
}

const UNITS: readonly TimeUnit[] = [
  { name: 's', nanoseconds: 1e9 },
  { name: 'ms', nanoseconds: 1e6 },
  { name: 'µs', nanoseconds: 1e3 },
  { name: 'ns', nanoseconds: 1 },
];
const NANOSECOND: TimeUnit = { name: 'ns', nanoseconds: 1 };

/** The largest unit in which `nanoseconds` is at least 1. */
export function unitFor(nanoseconds: number): TimeUnit {
  return UNITS.find((unit) => nanoseconds >= unit.nanoseconds) ?? NANOSECOND;
}

/** The number without its unit, with four significant digits or more. */
export function inUnit(nanoseconds: number, unit: TimeUnit): string {
  const value = nanoseconds / unit.nanoseconds;
  return value.toFixed(value === 0 ? 0 : Math.min(6, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))))));
}

/** With the unit that fits: 945.9 ms. */
export function timeText(nanoseconds: number): string {
  const unit = unitFor(nanoseconds);
  return `${inUnit(nanoseconds, unit)} ${unit.name}`;
}
