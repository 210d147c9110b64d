/** How many buffers agree and differ, and which difference is told of first. */
import type { ComparedRange, VerificationResult } from '../replay/verification';

type Ranges = VerificationResult['ranges'];

const buffersOf = (ranges: Ranges): number => new Set(ranges.map(({ buffer }) => buffer)).size;

/** Of what the application read back; where none of that differs, of what dispatches wrote. */
export function comparedBuffers(ranges: Ranges): { readonly compared: number; readonly differing: number } {
  const wrong = ranges.filter(({ agrees }) => !agrees);
  const wrongOutputs = wrong.filter((range) => range.function === undefined);
  if (wrong.length > 0 && wrongOutputs.length === 0)
    return { compared: buffersOf(ranges.filter((range) => range.function !== undefined)), differing: buffersOf(wrong) };
  return { compared: buffersOf(ranges.filter((range) => range.function === undefined)), differing: buffersOf(wrongOutputs) };
}

/** What a dispatch left, where that is known, and not what was read back of it; undefined where nothing differs. */
export function toldDifference(ranges: Ranges): ComparedRange | undefined {
  const wrong = ranges.filter(({ agrees }) => !agrees);
  return wrong.find((range) => range.function !== undefined) ?? wrong[0];
}
