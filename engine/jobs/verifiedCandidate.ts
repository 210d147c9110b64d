/** Whether a replay with a candidate leaves what one with the original does, on devices of the user's IREE. */
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import type { VerificationResult } from '../../protocol/replay/verification';
import type { Type } from '../comparing/comparing';
import { agree, type OutputBytes, type Right } from '../comparing/outputs';
import { comparingRanges } from '../comparing/rangeComparison';
import { searchedDivergence } from '../comparing/searchedDivergence';
import { verificationSentence } from '../comparing/verificationSentence';
import { firstDivergenceByIree } from './divergenceByIree';
import { compareRuns, isGiven } from './outputsByIree';

/** Replays of both sides, and what they left. */
export interface ReplayedCandidate {
  readonly original: RunOptions;
  readonly candidate: RunOptions;
  readonly theirs: readonly OutputBytes[];
  readonly ours: readonly OutputBytes[];
  /** Names of the functions that dispatches call. */
  readonly functions: readonly string[];
  /** What elements are, where the user says it, and otherwise. */
  readonly named: Type | undefined;
  readonly otherwise: Type;
}

/** Compares them; where they differ, looks for the first dispatch that does. */
export async function verifiedCandidate(
  { original, candidate, theirs, ours, functions, named, otherwise }: ReplayedCandidate,
  { tolerance, runs }: Pick<VerifyTold, 'tolerance' | 'runs'>,
  signal: AbortSignal,
): Promise<VerificationResult> {
  const compare = comparingRanges(tolerance, functions);
  const right = (theirs[0]?.outputs ?? []).map((bytes): Right => ({ bytes, type: named ?? otherwise }));
  const { found, doubt } = await compareRuns(ours, () => right, compare);
  const agreed = agree(found);
  const isUnsteady = new Set(theirs).size > 1;
  const unknown = found.ranges.every(({ length }) => length === '0')
    ? 'the application read nothing back'
    : !agreed && isUnsteady
      ? 'the original leaves other results from run to run'
      : doubt;
  const search = (): ReturnType<typeof firstDivergenceByIree> =>
    firstDivergenceByIree({ expected: original, actual: candidate, named, otherwise, ...(isGiven(tolerance) ? { compare } : {}) }, signal);
  const divergence = agreed || unknown !== undefined ? undefined : await searchedDivergence(search, signal);
  const result = {
    agrees: agreed && unknown === undefined,
    // With what the dispatch left, as where the native engine has found it.
    ranges: [...found.ranges, ...(divergence?.first?.left ?? [])],
    tolerance,
    against: 'original' as const,
    deterministic: new Set(ours).size <= 1 && !isUnsteady,
    runs,
    problems: found.problems,
    hints: [],
    ...(unknown === undefined ? {} : { unknown }),
    ...(agreed ? { leftOut: "By IREE's tools, other inputs and other places of buffers were not tried." } : {}),
    ...(divergence === undefined ? {} : { divergence }),
  };
  return { ...result, sentence: verificationSentence(result) };
}
