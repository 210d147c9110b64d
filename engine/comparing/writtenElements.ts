/** What an operation wrote of what it names: elements that it left alone hold what other tensors left there. */
import type { SteppedRange } from '../addon/lockstep';

/** What the actual side left of elements of so many bytes that either side changed; of the others what the expected side has. */
export function writtenElements(
  { binding, expected, actual }: Pick<SteppedRange, 'binding' | 'expected' | 'actual'>,
  size: number,
): Uint8Array {
  if (binding === undefined) return actual.after;
  // Not slice(), which of a Buffer is no copy.
  const written = new Uint8Array(expected.after);
  for (let begin = 0; begin < written.length; begin += size) {
    const end = Math.min(begin + size, written.length);
    let isWritten = false;
    for (let at = begin; at < end && !isWritten; at++)
      isWritten = expected.before[at] !== expected.after[at] || actual.before[at] !== actual.after[at];
    if (!isWritten) continue;
    for (let at = begin; at < end; at++) written[at] = actual.after[at] ?? 0;
  }
  return written;
}
