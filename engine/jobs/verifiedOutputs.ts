/** What both sides of a verification left on what was recorded, compared. */
import type { ComparedRange, Tolerance, VerificationResult } from '../../protocol/replay/verification';
import { inspect } from '../addon/inspection';
import type { Collected } from '../addon/replay';
import type { Type } from '../comparing/comparing';
import { readExpected } from '../comparing/expected';
import { agree, compareOutputs, type ComparedOutputs, type Right } from '../comparing/outputs';
import { comparingRanges, type CompareRanges } from '../comparing/rangeComparison';
import { endsLeftOut, endsOf, recordedEnds } from './outputEnds';
import { isDeterministic, type Replayed, type Verification } from './verifiedReplays';
import { typeOfAll } from './verifiedSides';

/** Inspections of dispatches are replays each. */
const MOST_DISPATCHES = 64;

/** Why nothing can be said of what is compared with results that are others from run to run. */
export const UNSTEADY: Readonly<Record<VerificationResult['against'], string | undefined>> = {
  original: 'the original itself leaves other results from run to run',
  devices: 'the other device leaves other results from run to run',
  capture: 'the other capture leaves other results from run to run',
  expected: undefined,
  itself: undefined,
};

/** How results are compared. */
export interface Comparison {
  /** What the user says that elements are, and what they are where nothing says it better. */
  readonly named: Type | undefined;
  readonly type: Type;
  readonly compare: CompareRanges;
  /** Bytes at the end of each output that nothing writes, and nobody compares. */
  readonly ends: readonly number[];
  /** What two replays left, within the verification's tolerance or another. */
  readonly between: (right: Collected, found: Collected, within?: Tolerance) => Promise<ComparedOutputs>;
  /** What is right according to files. */
  readonly saved: readonly Right[] | undefined;
}

/** What the comparison says. */
export interface ComparedAsRecorded extends ComparedOutputs {
  /** What was not compared, a sentence each. */
  readonly leftOut: readonly string[];
  /** Why nothing can be said of the results. */
  readonly incomparable: string | undefined;
  /** Whether runs of each side left the same, bit for bit. */
  readonly deterministic: boolean;
}

/** How what was replayed is to be compared. */
export async function comparisonOf(verification: Verification, { ours, theirs }: Replayed): Promise<Comparison> {
  const { options, actual, expected, listed, substituting, signal } = verification;
  const named = options.type === 'auto' ? undefined : options.type;
  const type = named ?? typeOfAll(listed.functions);
  // What was substituted says most of the shape of what differs.
  const names = [...listed.functions].sort((a, b) => Number(b.substituted) - Number(a.substituted)).map(({ function: name }) => name);
  const comparing = (within: Tolerance): CompareRanges => comparingRanges(within, [...new Set(names)]);
  const compare = comparing(options.tolerance);
  const files = options.expect === undefined ? undefined : await readExpected(options.expect);
  const saved = files?.map(({ bytes, type: own }) => ({ bytes, type: named ?? own ?? type }));
  const mine = ours.runs[0];
  const right = theirs?.runs[0];
  // A substitute may leave out what it has to write: that is compared.
  const ends =
    saved !== undefined && substituting && mine !== undefined
      ? await recordedEnds(actual, mine, () => compareOutputs(saved, mine, compare, []), signal)
      : await (right === undefined ? endsOf(actual, mine, signal) : endsOf(expected, right, signal));
  const between: Comparison['between'] = ({ outputs }, found, within = options.tolerance) =>
    compareOutputs(
      outputs.map((bytes) => ({ bytes, type })),
      found,
      comparing(within),
      ends,
    );
  return { named, type, compare, ends, between, saved };
}

/** Compares what was replayed as recorded. */
export async function compareAsRecorded(
  verification: Verification,
  replayed: Replayed,
  comparison: Comparison,
): Promise<ComparedAsRecorded> {
  const { substituting, listed, against } = verification;
  const ours = replayed.ours.runs;
  const theirs = replayed.theirs?.runs ?? [];
  const outputs = await firstWrong(against, replayed, comparison);
  const dispatches = await compareDispatches(verification, replayed, comparison);
  const ranges = [...outputs.ranges, ...dispatches.ranges];
  const usual = theirs[0] ?? ours[0];
  const why = async (): Promise<string | undefined> => {
    if (substituting && !listed.functions.some(({ substituted }) => substituted)) return 'no dispatch that is substituted was executed';
    if (outputs.problems.length === 0 && ranges.every(({ length }) => length === '0')) return 'the application read nothing back';
    return (await differAmongThemselves(theirs, comparison)) ? UNSTEADY[against] : undefined;
  };
  return {
    ranges,
    problems: outputs.problems,
    leftOut: [...endsLeftOut(comparison.ends, usual?.result.outputs ?? []), ...dispatches.leftOut],
    incomparable: await why(),
    deterministic: isDeterministic(ours) && isDeterministic(theirs),
  };
}

/**
 * The first run that is wrong; where all are right, the first. Every run must be right: a kernel that is right at first may find another's
 * leftovers, or its own, in the next run.
 */
async function firstWrong(
  against: VerificationResult['against'],
  { ours, theirs }: Replayed,
  { saved, between, compare, ends }: Comparison,
): Promise<ComparedOutputs> {
  let found: ComparedOutputs | undefined;
  const seen = new Map<Collected, Set<Collected>>();
  for (const [index, mine] of ours.runs.entries()) {
    const right = theirs?.runs[Math.min(index, theirs.runs.length - 1)] ?? ours.runs[against === 'itself' && index === 0 ? 1 : 0];
    if (right === undefined || seen.get(mine)?.has(right) === true) continue;
    seen.set(mine, new Set([...(seen.get(mine) ?? []), right]));
    const compared = await (saved === undefined ? between(right, mine) : compareOutputs(saved, mine, compare, ends));
    if (!agree(compared)) return compared;
    found ??= compared;
  }
  return found ?? { ranges: [], problems: [] };
}

/** Whether the runs of one side are as far apart as to differ. */
async function differAmongThemselves([first, ...others]: readonly Collected[], { between }: Comparison): Promise<boolean> {
  for (const other of new Set(others)) {
    if (first !== undefined && first !== other && !agree(await between(first, other))) return true;
  }
  return false;
}

/** What the substituted dispatches wrote on both sides, where that is asked for: of as many as are looked at. */
async function compareDispatches(
  { options, actual, expected, listed, signal }: Verification,
  { theirs }: Replayed,
  { type, compare }: Comparison,
): Promise<{ readonly ranges: readonly ComparedRange[]; readonly leftOut: readonly string[] }> {
  if (theirs === undefined || options.level !== 'dispatch') return { ranges: [], leftOut: [] };
  // Of functions that only later dispatches call the first, that none goes unseen.
  const first = listed.dispatches.filter(({ substituted }) => substituted);
  const called = new Set(first.map(({ executable, function: name }) => `${executable} ${name}`));
  const later = listed.functions.filter((one) => one.substituted && !called.has(`${one.executable} ${one.function}`));
  const dispatches = [...first, ...later];
  const ranges: ComparedRange[] = [];
  for (const { record, via, function: name } of dispatches.slice(0, MOST_DISPATCHES)) {
    const place = { record, ...(via === undefined ? {} : { via }) };
    const right = await inspect({ run: expected, ...place }, signal);
    const mine = await inspect({ run: actual, ...place }, signal);
    for (const [index, range] of right.inspection.ranges.entries()) {
      // What neither changed was an input.
      if (range.changed === '0' && mine.inspection.ranges[index]?.changed === '0') continue;
      const { buffer, offset, length } = range;
      const at = { ...place, function: name, buffer, offset, length };
      ranges.push(await compare(at, right.bytes(index, 'after'), mine.bytes(index, 'after'), range.type ?? type));
    }
  }
  return { ranges, leftOut: dispatchesLeftOut(dispatches.length, listed.leftOut !== '0') };
}

/** Said where not every substituted dispatch was looked at. */
function dispatchesLeftOut(substituted: number, orMore: boolean): readonly string[] {
  if (substituted <= MOST_DISPATCHES && !orMore) return [];
  const looked = Math.min(substituted, MOST_DISPATCHES);
  return [
    `Of ${String(substituted)}${orMore ? ' or more' : ''} substituted dispatches the first ${String(looked)} were compared one by one.`,
  ];
}
