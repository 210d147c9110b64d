/** Whether an installation of IREE leaves what a good one does. */
import type { BisectTold } from '../../protocol/measurement/bisection';
import type { VerificationResult } from '../../protocol/replay/verification';
import type { IreePlaces } from '../../protocol/replay/run';
import { hostReads } from '../addon/composing';
import { agree, type OutputBytes, type Right } from '../comparing/outputs';
import { comparingRanges } from '../comparing/rangeComparison';
import { verificationSentence } from '../comparing/verificationSentence';
import { collectByIree, compareRuns } from './outputsByIree';
import { typeOfAll } from './verifiedSides';

/** A version of IREE, by its name and where it is. */
export interface Version {
  readonly name: string;
  readonly iree: IreePlaces;
}

/** Verifies a version against the good one, which is replayed once for all. Rejects as collectByIree(). */
export function verifyingAgainst(
  good: Version,
  { run, type, tolerance, runs }: BisectTold,
  signal: AbortSignal,
): (version: Version) => Promise<VerificationResult> {
  let kept: Promise<readonly OutputBytes[]> | undefined;
  const replaysOf = ({ iree }: Version): Promise<readonly OutputBytes[]> => collectByIree({ ...run, iree }, runs, () => undefined, signal);
  return async (version) => {
    const { functions } = await hostReads(run.capture, signal);
    const elements = type === 'auto' ? typeOfAll(functions.map((name) => ({ function: name }))) : type;
    const theirs = await (kept ??= replaysOf(good));
    const ours = await replaysOf(version);
    const right = (theirs[0]?.outputs ?? []).map((bytes): Right => ({ bytes, type: elements }));
    const { found, doubt } = await compareRuns(ours, () => right, comparingRanges(tolerance, functions));
    const agreed = agree(found);
    const isUnsteady = new Set(theirs).size > 1;
    const unknown =
      found.problems.length === 0 && found.ranges.every(({ length }) => length === '0')
        ? 'the application read nothing back'
        : !agreed && isUnsteady
          ? `${good.name} leaves other results from run to run`
          : doubt;
    const result = {
      agrees: agreed && unknown === undefined,
      ranges: found.ranges,
      tolerance,
      against: 'expected' as const,
      deterministic: new Set(ours).size <= 1 && !isUnsteady,
      runs,
      problems: found.problems,
      hints: [],
      ...(unknown === undefined ? {} : { unknown }),
    };
    return { ...result, sentence: verificationSentence(result, `those of ${good.name}`) };
  };
}
