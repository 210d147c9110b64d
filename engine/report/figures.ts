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

/** "30.5 %", of a part of 1. */
export function shareText(share: number): string {
  if (share <= 0) return '0 %';
  return share < 0.0005 ? '&lt;0.1 %' : `${(100 * share).toFixed(1)} %`;
}

/** "1,234", of a count or its digits. */
export const grouped = (count: number | string): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
