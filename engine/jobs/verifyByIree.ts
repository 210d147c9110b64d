/** Whether two replays by the user's IREE left the same: run to run, on two devices, of two captures, or against what was kept. */
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { Divergence, VerificationResult, VerifyProgress } from '../../protocol/replay/verification';
import { hostReads } from '../addon/composing';
import type { Type } from '../comparing/comparing';
import { readExpected } from '../comparing/expected';
import { agree, type OutputBytes, type Right } from '../comparing/outputs';
import { comparingRanges } from '../comparing/rangeComparison';
import { searchedDivergence } from '../comparing/searchedDivergence';
import { verificationSentence } from '../comparing/verificationSentence';
import { firstDivergenceByIree } from './divergenceByIree';
import type { ReplaysByIree } from './divergenceFound';
import { firstDivergenceOfCaptures } from './divergenceOfCaptures';
import { collectByIree, compareRuns, isGiven } from './outputsByIree';
import { expectedSide, typeOfAll } from './verifiedSides';

/** Where the results begin to differ, as far as that can be found out. */
function divergenceOf(replays: ReplaysByIree, signal: AbortSignal): Promise<Divergence> {
  const isOne = replays.expected.capture === replays.actual.capture;
  return searchedDivergence(() => (isOne ? firstDivergenceByIree : firstDivergenceOfCaptures)(replays, signal), signal);
}

/** Refused where there is something else in the place of what was captured: whether that is right takes more than outputs. */
function refuseSubstitutes({ run, original }: VerifyTold): void {
  if (run.substitutions.length + run.workgroupCounts.length === 0 && original === undefined) return;
  throw new Error('the iree engine compares no substitutes: only the native engine can tell whether they are right');
}

/** Verifies as the options say. Rejects where a replay fails, or cannot be. */
export async function verifyByIree(
  options: VerifyTold,
  report: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<VerificationResult> {
  refuseSubstitutes(options);
  const { run, runs, tolerance, type: named } = options;
  const side = expectedSide(options, run);
  const { against } = side;
  const hasOther = against === 'devices' || against === 'capture';
  const ourRuns = against === 'itself' ? Math.max(runs, 2) : runs;
  const of = ourRuns + (hasOther ? runs : 0);
  report({ phase: 'preparing', run: 0, of });
  let replayed = 0;
  const next = (): void => report({ phase: 'executing', run: ++replayed, of });
  const { functions } = await hostReads(run.capture, signal);
  const type: Type = named === 'auto' ? typeOfAll(functions.map((name) => ({ function: name }))) : named;
  const saved = options.expect === undefined ? undefined : await readExpected(options.expect);
  const theirs = hasOther ? await collectByIree(side.run, runs, next, signal) : [];
  const ours = await collectByIree(run, ourRuns, next, signal);
  report({ phase: 'comparing', run: replayed, of });

  const compare = comparingRanges(tolerance, functions);
  const given = isGiven(tolerance) ? { compare } : {};
  const rightOf = ({ outputs }: OutputBytes): readonly Right[] => outputs.map((bytes) => ({ bytes, type }));
  const expectedOf = (index: number): readonly Right[] => {
    if (saved !== undefined) return saved.map(({ bytes, type: own }) => ({ bytes, type: named === 'auto' ? (own ?? type) : named }));
    const other = hasOther ? theirs[Math.min(index, theirs.length - 1)] : ours[index === 0 ? 1 : 0];
    return other === undefined ? [] : rightOf(other);
  };
  const { found, doubt } = await compareRuns(ours, expectedOf, compare);
  const isUnsteady = new Set(theirs).size > 1;
  const agreed = agree(found);
  const unknown =
    found.problems.length === 0 && found.ranges.every(({ length }) => length === '0')
      ? 'the application read nothing back'
      : !agreed && hasOther && isUnsteady
        ? `the other ${against === 'devices' ? 'device' : 'capture'} leaves other results from run to run`
        : doubt;
  const searches = !agreed && unknown === undefined && against !== 'expected';
  const divergence = searches
    ? await divergenceOf(
        { expected: side.run, actual: run, named: named === 'auto' ? undefined : named, otherwise: type, ...given },
        signal,
      )
    : undefined;
  const leftOut = agreed ? 'other inputs were not tried' : searches ? undefined : 'where they begin to differ was not looked for';
  const result = {
    agrees: agreed && unknown === undefined,
    ranges: found.ranges,
    tolerance,
    against,
    deterministic: new Set(ours).size <= 1 && !isUnsteady,
    runs,
    problems: found.problems,
    hints: [],
    ...(unknown === undefined ? {} : { unknown }),
    ...(hasOther && leftOut !== undefined ? { leftOut: `By IREE's tools, ${leftOut}.` } : {}),
    ...(divergence === undefined ? {} : { divergence }),
  };
  return { ...result, sentence: verificationSentence(result) };
}
