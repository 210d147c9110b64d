/** Numbers as people read them. */

/** "1.50 ms" from nanoseconds in decimal digits. */
export function duration(ns: string): string {
  const value = Number(ns);
  if (value < 1e3) return `${String(value)} ns`;
  if (value < 1e6) return `${(value / 1e3).toFixed(2)} us`;
  if (value < 1e9) return `${(value / 1e6).toFixed(2)} ms`;
  return `${(value / 1e9).toFixed(3)} s`;
}

/** "1.5 MiB" from bytes in decimal digits. */
export function byteSize(bytes: string): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? String(value) : value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** "1 record", "2 records"; `plural` where adding s is not it. */
export function count(value: number | string, noun: string, plural = `${noun}s`): string {
  return `${String(value)} ${String(value) === '1' ? noun : plural}`;
}
