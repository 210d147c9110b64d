/** Ranges of buffers, told apart by where they are. */
import type { BufferRange } from '../addon/bufferRange';

/** The same for ranges of the same bytes. */
export const rangeKey = ({ buffer, offset, length }: BufferRange): string => `${buffer} ${offset} ${length}`;

/** Each range once, the first of those that are the same: compilers bind one buffer several times. */
export function distinctRanges<Range extends BufferRange>(ranges: readonly Range[]): readonly Range[] {
  const seen = new Set<string>();
  return ranges.filter((range) => !seen.has(rangeKey(range)) && seen.add(rangeKey(range)).size > 0);
}
