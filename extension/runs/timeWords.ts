/** Nanoseconds with the unit that fits and four significant digits: "945.9 ms". */
export function timeWords(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'µs'] : ns < 1e9 ? [ns / 1e6, 'ms'] : [ns / 1e9, 's'];
  return `${value.toPrecision(4)} ${unit}`;
}
