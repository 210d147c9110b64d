/** What a dispatch has written, as ranges. */
import type { BufferRange } from '../addon/bufferRange';

/** So many bytes that stay as they are do not part a range: numbers happen to be what was there. */
const GAP = 64;
const WORD = 4;

/**
 * Ranges of bytes that are not as they were, the first at the begin of what is bound and the last at its end, in whole words of their buffers;
 * none where there would be more than `most`. `before` and `after` have all of `bound`, one range behind the other.
 */
export function writtenRanges(bound: readonly BufferRange[], before: Uint8Array, after: Uint8Array, most: number): readonly BufferRange[] {
  const written: BufferRange[] = [];
  let base = 0;
  for (const { buffer, offset, length } of bound) {
    const size = Number(length);
    const start = Number(offset);
    const add = (from: number, to: number): void => {
      const begin = Math.ceil((start + from) / WORD) * WORD;
      const end = Math.floor((start + to) / WORD) * WORD;
      if (end > begin) written.push({ buffer, offset: String(begin), length: String(end - begin) });
    };
    let from = -1;
    let to = 0;
    for (let at = 0; at < size; at++) {
      if (before[base + at] === after[base + at]) continue;
      if (from >= 0 && at - to > GAP) {
        add(from, to);
        from = -1;
      }
      // A number whose first bytes stay has changed as a whole.
      if (from < 0) from = at - ((start + at) % WORD);
      to = at + WORD - ((start + at) % WORD);
    }
    if (from >= 0) add(Math.max(from, 0), Math.min(to, size));
    base += size;
  }
  return written.length > most ? [] : written;
}
