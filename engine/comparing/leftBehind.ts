/** What a candidate leaves behind besides results. */
import type { KeptState } from '../../protocol/replay/verification';

/** The first that was found of a candidate, and not of the original: of kernels that both execute nobody is to blame. */
export function leftBehind(
  candidate: readonly (KeptState | undefined)[],
  original: readonly (KeptState | undefined)[],
): KeptState | undefined {
  const both = new Set(original.map((state) => state?.kind));
  return candidate.find((state) => state !== undefined && !both.has(state.kind));
}
