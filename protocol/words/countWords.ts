/** Counts as people read them; exact, also those that are given as digits. */

/** Digits in groups of three: 251,828,279. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** "1 record", "2 records"; `plural` where adding s is not it. */
export function counted(count: number | string, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${String(count) === '1' ? noun : plural}`;
}
