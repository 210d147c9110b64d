/** Whether two replays left the same: run to run, original and substitute, two devices, or against what was kept. */
import type { RunCrash, RunOptions } from '../../protocol/replay/run';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { Conditions, Divergence, Hint, VerificationResult, VerifyProgress } from '../../protocol/replay/verification';
import { firstDivergence, type ComparedReplays } from '../comparing/firstDivergence';
import { leftBehind } from '../comparing/leftBehind';
import { compareOnOtherInputs } from '../comparing/otherInputs';
import { agree } from '../comparing/outputs';
import { searchedDivergence } from '../comparing/searchedDivergence';
import { seedAfter } from '../comparing/seeds';
import { unwritten } from '../comparing/unwritten';
import { verificationSentence } from '../comparing/verificationSentence';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { collectOn, thatEnds } from './collected';
import { compareAsRecorded, comparisonOf, type ComparedAsRecorded, type Comparison } from './verifiedOutputs';
import { comparePlaces, withPlacement, type ComparedPlaces } from './verifiedPlaces';
import { prepareVerification, replayAsRecorded, type Replayed, type Verification } from './verifiedReplays';
import { expectedSide } from './verifiedSides';
import type { Work } from './work';

/** The result where one side's code did not come to its end. */
export function unverified(options: VerifyTold, sentence: string, crash: RunCrash | undefined, hints: readonly Hint[]): VerificationResult {
  return {
    agrees: false,
    sentence,
    ranges: [],
    tolerance: options.tolerance,
    against: expectedSide(options, options.run).against,
    deterministic: false,
    runs: 0,
    problems: [sentence],
    hints,
    ...(crash === undefined ? {} : { crash }),
  };
}

/** Verifies as the options say. Rejects with Refused, BuildError, or what ended a replay. */
export async function verify(
  options: VerifyTold,
  report: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<VerificationResult> {
  const verification = await prepareVerification(options, report, signal);
  const replayed = await replayAsRecorded(verification);
  verification.comparing();
  const comparison = await comparisonOf(verification, replayed);
  const recorded = await compareAsRecorded(verification, replayed, comparison);
  const places = await comparePlaces(verification, replayed, recorded, comparison);
  const isSteady = agree(recorded) && places.unknown === undefined && places.wrong === undefined;
  const onOthers = isSteady ? await compareInputs(verification, replayed, comparison) : undefined;
  return judged(verification, replayed, comparison, { recorded, places, onOthers });
}

/** Everything that was compared. */
interface Compared {
  readonly recorded: ComparedAsRecorded;
  readonly places: ComparedPlaces;
  readonly onOthers: Awaited<ReturnType<typeof compareInputs>>;
}

/** Both sides on other inputs; undefined where none are tried. */
async function compareInputs(
  { options, actual, expected, seed, perturbations, next, signal }: Verification,
  { theirs }: Replayed,
  { between }: Comparison,
): Promise<Awaited<ReturnType<typeof compareOnOtherInputs>> | undefined> {
  const recorded = theirs?.runs[0];
  if (perturbations === 0 || recorded === undefined) return undefined;
  const replaysOf = (run: RunOptions) => (seeds: readonly number[]) =>
    collectOn(thatEnds(run, recorded), seeds, (perturbation) => next({ perturbation }), signal);
  return compareOnOtherInputs({
    ...{ recorded, seed, count: perturbations, tolerance: options.tolerance, compare: between },
    original: replaysOf(expected),
    candidate: replaysOf(actual),
  });
}

/** What all of it says together: where results begin to differ, what may be why, and the sentence. */
async function judged(
  verification: Verification,
  replayed: Replayed,
  comparison: Comparison,
  compared: Compared,
): Promise<VerificationResult> {
  const { options, actual, against, substituting, seed, placements, listed, known, signal } = verification;
  const { recorded, places, onOthers } = compared;
  const { unknown, dependent } = places;
  const conditions = conditionsOf(compared);
  const wrong = places.wrong ?? onOthers?.wrong;
  const same = agree(recorded) && wrong === undefined;
  const keptState = substituting ? leftBehind(places.kept.ours, places.kept.theirs) : undefined;
  const divergence = same && unknown === undefined ? undefined : await divergenceOf(verification, comparison, places, conditions);
  const atDivergence = against === 'original' && dependent === undefined ? (divergence?.first?.left ?? []) : [];
  const underConditions = [...(wrong?.ranges ?? []), ...atDivergence].map((range) => ({ ...range, ...conditions }));
  // What the compiler said needs no finding out.
  const isKnown = same || unknown !== undefined || dependent !== undefined || known.length > 0;
  const hints = isKnown || !substituting ? known : await unwritten(actual, listed.functions, signal);
  const { requests } = replayed.ours;
  const { leftOut } = recorded;
  const result = {
    agrees: unknown === undefined && same && keptState === undefined,
    ranges: [...recorded.ranges, ...underConditions],
    tolerance: options.tolerance,
    against,
    deterministic: recorded.deterministic && !places.isUnsteady,
    runs: options.runs,
    problems: [...recorded.problems, ...(wrong?.problems ?? [])],
    hints,
    otherPlaces: { guarded: actual.guardBuffers === true, placements, seed },
    ...(unknown === undefined ? {} : { unknown }),
    ...(keptState === undefined ? {} : { keepsState: keptState }),
    ...(dependent === undefined ? {} : { dependsOnUnwritten: dependent.told }),
    ...(requests.length === 0 ? {} : { asks: requests }),
    ...(leftOut.length === 0 ? {} : { leftOut: leftOut.join(' ') }),
    ...(comparison.ends.every((end) => end === 0) ? {} : { unwrittenEnds: [...comparison.ends] }),
    ...(onOthers === undefined ? {} : { otherInputs: onOthers.found }),
    ...(divergence === undefined ? {} : { divergence }),
  };
  return { ...result, sentence: verificationSentence(result) };
}

/** In which conditions results first differ; those of the capture where they do so on what was recorded. */
function conditionsOf({ places: { dependent }, onOthers }: Compared): Conditions {
  if (dependent !== undefined) return { placement: dependent.told.seed };
  const differs = onOthers?.found.differs;
  return differs === undefined ? {} : { perturbation: differs };
}

/** A replay with two placements, of which the second changes results. */
function betweenPlacements(run: RunOptions, placement: number): Pick<ComparedReplays, 'expected' | 'actual'> {
  return { expected: withPlacement(run, seedAfter(placement, 1)), actual: withPlacement(run, placement) };
}

/** Where results that differ begin to, as far as that is asked for and can be found out. */
async function divergenceOf(
  { options, actual, expected, against, signal }: Verification,
  { named, type, compare }: Comparison,
  { dependent }: ComparedPlaces,
  conditions: Conditions,
): Promise<Divergence | undefined> {
  const searches = against === 'devices' || against === 'capture' || (against === 'original' && options.level === 'cause');
  if (!searches && dependent === undefined) return undefined;
  const compared: Pick<ComparedReplays, 'expected' | 'actual'> =
    dependent === undefined
      ? { expected: { ...expected, ...conditions }, actual: { ...actual, ...conditions } }
      : betweenPlacements(dependent.run, dependent.told.seed);
  return searchedDivergence(() => firstDivergence({ ...compared, named, otherwise: type, compare }, signal), signal);
}

/** The same, when nobody measures. */
export const work: Work<'verify'> = async (options, report, signal, waits) => {
  await untilNobodyMeasures(waits, signal);
  if (options.run.iree === undefined) return verify(options, report, signal);
  const { verifyByIree } = await import('./verifyByIree');
  return verifyByIree(options, report, signal);
};
