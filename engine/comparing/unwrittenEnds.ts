/** Ends of outputs that nothing writes: IREE reads whole words back, and a tensor of bytes may end within one. */
import { sizeOf, type Type } from './comparing';

const WORD = 4;

/** Another byte to fill memory with: what holds each after its run was never written. */
export const otherPoison = (poison: number): number => poison ^ 0xff;

/** Whether any of the outputs may end in what memory was filled with. */
export const mayEndIn = (outputs: readonly Uint8Array[], poison: number): boolean => outputs.some((bytes) => bytes.at(-1) === poison);

/**
 * Of each output, how many bytes at its end nothing wrote, as two replays tell whose memory was filled with `poison` and with the other:
 * fewer than a word, behind what was written. More than that would be results that are missing.
 */
export function unwrittenEnds(outputs: readonly Uint8Array[], others: readonly Uint8Array[], poison: number): readonly number[] {
  return outputs.map((bytes, index) => {
    const other = others[index];
    let end = 0;
    while (end < bytes.length && bytes.at(-1 - end) === poison && other?.at(-1 - end) === otherPoison(poison)) end++;
    return end < WORD && end < bytes.length ? end : 0;
  });
}

/** What was found, with what is right in the place of so many bytes at its end. */
export function withEndOf(right: Uint8Array, found: Uint8Array, end: number): Uint8Array {
  if (end === 0) return found;
  const from = found.length - end;
  return Buffer.concat([found.subarray(0, from), right.subarray(from)]);
}

/** What an output of so many bytes is compared as: not as a type of which its elements cannot be, for their end is in the midst of one. */
export const typeBefore = (end: number, length: number, type: Type): Type => ((length - end) % sizeOf(type) === 0 ? type : 'bytes');

/** Both differ, and only in fewer bytes than a word at their end: in so many. 0 where that is not so. */
export function differingEnd(right: Uint8Array, found: Uint8Array): number {
  if (right.length !== found.length) return 0;
  const first = right.findIndex((byte, index) => byte !== found[index]);
  return first === -1 || right.length - first >= WORD ? 0 : right.length - first;
}
