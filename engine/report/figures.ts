/** Numbers in the tables of a report. */

const UNITS = [
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
] as const;

/** "945.9 ms", of nanoseconds: four significant digits or more. */
export function timeText(ns: number): string {
  const [name, length] = UNITS.find(([, unit]) => ns >= unit) ?? (['ns', 1] as const);
  const value = ns / length;
  return `${value.toFixed(value === 0 ? 0 : Math.min(6, Math.max(0, 3 - Math.floor(Math.log10(value)))))} ${name}`;
}
