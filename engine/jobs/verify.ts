/** Whether two replays left the same: run to run, original and substitute, two devices, or against what was kept. */
import type { RunCrash, RunOptions } from '../../protocol/replay/run';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type {
  ComparedRange,
  Conditions,
  DependsOnUnwritten,
  Divergence,
  Hint,
  Tolerance,
  VerificationResult,
  VerifyProgress,
} from '../../protocol/replay/verification';
import { listDispatches, type ListedDispatch } from '../addon/dispatches';
import { inspect } from '../addon/inspection';
import { withBuiltKernels } from '../kernels/substitutes';
import type { Collected } from '../addon/replay';
import type { Type } from '../comparing/comparing';
import { readExpected } from '../comparing/expected';
import { firstDivergence, type ComparedReplays } from '../comparing/firstDivergence';
import { compareOnOtherInputs } from '../comparing/otherInputs';
import { leftBehind } from '../comparing/leftBehind';
import { differsElsewhere, type DiffersElsewhere } from '../comparing/otherPlaces';
import { agree, compareOutputs, type ComparedOutputs, type Right } from '../comparing/outputs';
import { POISON } from '../comparing/poison';
import { comparingRanges, type CompareRanges } from '../comparing/rangeComparison';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { collect, collectOn, thatEnds, withGuards, type Side } from './collected';
import { endsLeftOut, endsOf, recordedEnds } from './outputEnds';
import { Refused } from './refused';
import { expectedSide, typeOfAll } from './verifiedSides';
import type { Work } from './work';
import { tiledOtherwise } from '../comparing/tiling';
import { unwritten } from '../comparing/unwritten';
import { verificationSentence } from '../comparing/verificationSentence';

/** Inspections of dispatches are replays each. */
const MOST_DISPATCHES = 64;

/** What the side gives that is right. Where that is another capture, and cannot be replayed, it is that one which is named. */
async function collectOriginal(
  { run, against }: ReturnType<typeof expectedSide>,
  runs: number,
  before: () => void,
  signal: AbortSignal,
): Promise<Side> {
  try {
    return await collect(run, runs, before, signal);
  } catch (error) {
    if (against !== 'capture' || !(error instanceof Refused)) throw error;
    const why = error.problems.find(({ severity }) => severity === 'error')?.message;
    throw new Error(why === undefined ? error.message : `${error.message}: ${why}`, { cause: error });
  }
}

const isDeterministic = (runs: readonly Collected[]): boolean => new Set(runs).size <= 1;

/** Whether the runs of one side are as far apart as to differ. */
async function differAmongThemselves(
  [first, ...others]: readonly Collected[],
  compare: (right: Collected, found: Collected) => Promise<ComparedOutputs>,
): Promise<boolean> {
  for (const other of new Set(others)) {
    if (first !== undefined && first !== other && !agree(await compare(first, other))) return true;
  }
  return false;
}

/** What the substituted dispatches wrote, on both sides: of as many as are looked at. */
async function compareDispatches(
  actual: RunOptions,
  expected: RunOptions,
  dispatches: readonly ListedDispatch[],
  type: Type,
  compare: CompareRanges,
  signal: AbortSignal,
): Promise<readonly ComparedRange[]> {
  const ranges: ComparedRange[] = [];
  for (const { record, via, function: name } of dispatches.slice(0, MOST_DISPATCHES)) {
    const place = { record, ...(via === undefined ? {} : { via }) };
    const theirs = await inspect({ run: expected, ...place }, signal);
    const ours = await inspect({ run: actual, ...place }, signal);
    for (const [index, range] of theirs.inspection.ranges.entries()) {
      // What neither changed was an input.
      if (range.changed === '0' && ours.inspection.ranges[index]?.changed === '0') continue;
      const { buffer, offset, length } = range;
      const at = { ...place, function: name, buffer, offset, length };
      ranges.push(await compare(at, theirs.bytes(index, 'after'), ours.bytes(index, 'after'), range.type ?? type));
    }
  }
  return ranges;
}

/** Where the results begin to differ, as far as that can be found out. */
async function divergenceOf(replays: ComparedReplays, signal: AbortSignal): Promise<Divergence> {
  try {
    return await firstDivergence(replays, signal);
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { sentence: `Where they begin to differ is not known: ${why}.`, agreed: 0, missing: 0, added: 0, uncompared: 0 };
  }
}

/** The same with buffers elsewhere, which no guards hold where they are. */
const withPlacement = (run: RunOptions, placement: number): RunOptions => ({ ...run, guardBuffers: false, placement });

/** A replay with two placements, of which the second changes results. */
function betweenPlacements(run: RunOptions, placement: number): Pick<ComparedReplays, 'expected' | 'actual'> {
  return { expected: withPlacement(run, (placement + 1) % 2 ** 32), actual: withPlacement(run, placement) };
}

/** Whose results those are that others are compared with. */
function whoseOf(against: VerificationResult['against']): DependsOnUnwritten['whose'] {
  if (against === 'original') return 'original';
  return against === 'capture' ? 'other-capture' : 'capture';
}

/** Said where not every substituted dispatch was looked at. */
function dispatchesLeftOut(substituted: number, orMore: boolean): readonly string[] {
  if (substituted <= MOST_DISPATCHES && !orMore) return [];
  const looked = Math.min(substituted, MOST_DISPATCHES);
  return [
    `Of ${String(substituted)}${orMore ? ' or more' : ''} substituted dispatches the first ${String(looked)} were compared one by one.`,
  ];
}

/** Why nothing can be said of what is compared with results that are others from run to run. */
const UNSTEADY: Readonly<Record<VerificationResult['against'], string | undefined>> = {
  original: 'the original itself leaves other results from run to run',
  devices: 'the other device leaves other results from run to run',
  capture: 'the other capture leaves other results from run to run',
  expected: undefined,
  itself: undefined,
};

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
  const { runs, tolerance, seed = Date.now() >>> 0 } = options;
  const substituting = options.run.substitutions.length > 0;
  if (substituting) report({ phase: 'building', run: 0, of: 0 });
  const built = await withBuiltKernels(options.run, signal);
  // What leaves its buffers is found by guards, before it is found by what it damages.
  const { againstCapture: other } = options;
  const guarded = await withGuards(built, other === undefined ? [] : [other], signal);
  // Fresh memory is zeros, which a substitute that leaves its results unwritten would share with one that writes them; and after a run, its
  // results, which the next may leave there.
  const actual: RunOptions = { ...guarded, poison: guarded.poison ?? POISON };
  const side = expectedSide(options, actual);
  const sides = side.against === 'expected' || side.against === 'itself' ? 1 : 2;
  // What the application wrote to files would be written of these, too.
  const placements = options.run.allowFileWrites ? 0 : options.placements;
  const hasOtherInputs = (side.against === 'original' || side.against === 'devices') && !options.run.allowFileWrites;
  const perturbations = hasOtherInputs ? options.perturbations : 0;
  let run = 0;
  const replays = (runs + placements + perturbations) * sides;
  const next = (conditions?: Conditions): void =>
    report({ phase: 'executing', run: Math.min(++run, replays), of: replays, ...(conditions === undefined ? {} : { conditions }) });
  const onRecorded = (): void => next();
  report({ phase: 'preparing', run: 0, of: replays });
  const { dispatches, leftOut: unlisted, functions } = await listDispatches(actual, signal);
  const known = substituting ? await tiledOtherwise(actual, dispatches) : [];
  if (known.length > 0) report({ phase: 'preparing', run: 0, of: replays, hints: known });
  const expected = options.expect === undefined ? undefined : await readExpected(options.expect);
  const theirSide = sides === 2 ? await collectOriginal(side, runs, onRecorded, signal) : undefined;
  const original = theirSide?.runs;
  const ourSide = await collect(actual, side.against === 'itself' ? Math.max(runs, 2) : runs, onRecorded, signal);
  const { runs: ours, requests } = ourSide;
  const kept = { theirs: [theirSide?.keptState], ours: [ourSide.keptState] };
  report({ phase: 'comparing', run, of: replays });

  const named = options.type === 'auto' ? undefined : options.type;
  const type = named ?? typeOfAll(functions);
  const rights = ({ outputs }: Collected): readonly Right[] => outputs.map((bytes) => ({ bytes, type }));
  // What was substituted says most of the shape of what differs.
  const names = [...functions].sort((a, b) => Number(b.substituted) - Number(a.substituted)).map(({ function: name }) => name);
  const comparing = (within: Tolerance): CompareRanges => comparingRanges(within, [...new Set(names)]);
  const compare = comparing(tolerance);
  const [theirs] = original ?? [];
  const [mine] = ours;
  // A substitute may leave out what it has to write: that is compared.
  const saved = expected?.map(({ bytes, type: own }) => ({ bytes, type: named ?? own ?? type }));
  const ends =
    saved !== undefined && substituting && mine !== undefined
      ? await recordedEnds(actual, mine, () => compareOutputs(saved, mine, compare, []), signal)
      : await (theirs === undefined ? endsOf(actual, mine, signal) : endsOf(side.run, theirs, signal));
  // Every run must be right: a kernel that is right at first may find another's leftovers, or its own, in the next run.
  let found: ComparedOutputs | undefined;
  const seen = new Map<Collected, Set<Collected>>();
  for (const [index, mine] of ours.entries()) {
    const theirs = original?.[Math.min(index, original.length - 1)] ?? ours[side.against === 'itself' && index === 0 ? 1 : 0];
    if (theirs === undefined || seen.get(mine)?.has(theirs) === true) continue;
    seen.set(mine, new Set([...(seen.get(mine) ?? []), theirs]));
    const compared = await compareOutputs(saved ?? rights(theirs), mine, compare, ends);
    if (found === undefined || !agree(compared)) found = compared;
    if (!agree(compared)) break;
  }
  const ranges: ComparedRange[] = [...(found?.ranges ?? [])];
  const problems: string[] = [...(found?.problems ?? [])];
  const leftOut = [...endsLeftOut(ends, (theirs ?? mine)?.result.outputs ?? [])];
  if (original !== undefined && options.level === 'dispatch') {
    // Of functions that only later dispatches call the first, that none goes unseen.
    const listed = dispatches.filter(({ substituted }) => substituted);
    const called = new Set(listed.map(({ executable, function: name }) => `${executable} ${name}`));
    const later = functions.filter((one) => one.substituted && !called.has(`${one.executable} ${one.function}`));
    const changed = [...listed, ...later];
    ranges.push(...(await compareDispatches(actual, side.run, changed, type, compare, signal)));
    leftOut.push(...dispatchesLeftOut(changed.length, unlisted !== '0'));
  }
  const called = !substituting || functions.some(({ substituted }) => substituted);
  const between = (right: Collected, other: Collected): Promise<ComparedOutputs> => compareOutputs(rights(right), other, compare, ends);
  const incomparable = !called
    ? 'no dispatch that is substituted was executed'
    : problems.length === 0 && ranges.every(({ length }) => length === '0')
      ? 'the application read nothing back'
      : (await differAmongThemselves(original ?? [], between))
        ? UNSTEADY[side.against]
        : undefined;

  const agreed = problems.length === 0 && ranges.every((range) => range.agrees);
  const deterministic = isDeterministic(ours) && isDeterministic(original ?? []);
  const placed = async (whose: keyof typeof kept): Promise<DiffersElsewhere | undefined> => {
    const [one, usual] = whose === 'ours' ? [actual, mine] : [side.run, theirs];
    if (usual === undefined || incomparable !== undefined || !deterministic) return undefined;
    return differsElsewhere({
      ...{ usual, seed, count: placements },
      replay: async (placement) => {
        const [run, before] = placement === undefined ? [one, onRecorded] : [withPlacement(one, placement), () => next({ placement })];
        const { runs, keptState } = await collect(thatEnds(run, usual), 1, before, signal);
        kept[whose].push(keptState);
        return runs[0] ?? usual;
      },
      compare: between,
    });
  };
  // An original that gives anything is nothing to compare with.
  const theirPlaces = await placed('theirs');
  const ourPlaces = theirPlaces === undefined && (agreed || !substituting) ? await placed('ours') : undefined;
  const unknown = incomparable ?? (theirPlaces?.anywhere === true ? UNSTEADY[side.against] : undefined);
  const elsewhere = unknown === undefined ? (theirPlaces ?? ourPlaces) : undefined;
  const places = elsewhere?.anywhere === true ? undefined : elsewhere;
  const isSteady = agreed && unknown === undefined && elsewhere === undefined;
  const onOthers =
    !isSteady || perturbations === 0 || theirs === undefined
      ? undefined
      : await compareOnOtherInputs({
          ...{ recorded: theirs, seed, count: perturbations, tolerance },
          original: (seeds) => collectOn(thatEnds(side.run, theirs), seeds, (perturbation) => next({ perturbation }), signal),
          candidate: (seeds) => collectOn(thatEnds(actual, theirs), seeds, (perturbation) => next({ perturbation }), signal),
          compare: (right, other, within) => compareOutputs(rights(right), other, comparing(within), ends),
        });
  const differs = onOthers?.found.differs;
  const conditions: Conditions = places !== undefined ? { placement: places.seed } : differs !== undefined ? { perturbation: differs } : {};
  const wrong = elsewhere?.wrong ?? onOthers?.wrong;
  ranges.push(...(wrong?.ranges ?? []).map((range) => ({ ...range, ...conditions })));
  problems.push(...(wrong?.problems ?? []));
  const same = agreed && wrong === undefined;
  const keptState = substituting ? leftBehind(kept.ours, kept.theirs) : undefined;
  const agrees = unknown === undefined && same && keptState === undefined;
  const searches = side.against === 'devices' || side.against === 'capture' || (side.against === 'original' && options.level === 'cause');
  const compared: Pick<ComparedReplays, 'expected' | 'actual'> =
    places === undefined
      ? { expected: { ...side.run, ...conditions }, actual: { ...actual, ...conditions } }
      : betweenPlacements(theirPlaces === undefined ? actual : side.run, places.seed);
  const divergence =
    (same && unknown === undefined) || !(searches || places !== undefined)
      ? undefined
      : await divergenceOf({ ...compared, named, otherwise: type, compare }, signal);
  if (side.against === 'original' && places === undefined)
    ranges.push(...(divergence?.first?.left ?? []).map((range) => ({ ...range, ...conditions })));
  // What the compiler said needs no finding out.
  const isKnown = same || unknown !== undefined || places !== undefined || known.length > 0;
  const hints = isKnown || !substituting ? known : await unwritten(actual, functions, signal);
  const whose = theirPlaces === undefined ? (substituting ? 'substitute' : 'capture') : whoseOf(side.against);
  const result = {
    agrees,
    ranges,
    tolerance,
    against: side.against,
    deterministic: deterministic && (theirPlaces ?? ourPlaces)?.anywhere !== true,
    runs,
    problems,
    hints,
    otherPlaces: { guarded: guarded.guardBuffers === true, placements, seed },
    ...(unknown === undefined ? {} : { unknown }),
    ...(keptState === undefined ? {} : { keepsState: keptState }),
    ...(places === undefined ? {} : { dependsOnUnwritten: { whose, seed: places.seed } }),
    ...(requests.length === 0 ? {} : { asks: requests }),
    ...(leftOut.length === 0 ? {} : { leftOut: leftOut.join(' ') }),
    ...(ends.every((end) => end === 0) ? {} : { unwrittenEnds: [...ends] }),
    ...(onOthers === undefined ? {} : { otherInputs: onOthers.found }),
    ...(divergence === undefined ? {} : { divergence }),
  };
  return { ...result, sentence: verificationSentence(result) };
}

/** The same, when nobody measures. */
export const work: Work<'verify'> = async (options, report, signal, waits) => {
  await untilNobodyMeasures(waits, signal);
  if (options.run.iree === undefined) return verify(options, report, signal);
  const { verifyByIree } = await import('./verifyByIree');
  return verifyByIree(options, report, signal);
};
