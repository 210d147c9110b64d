/** Whether two replays left the same: run to run, original and substitute, two devices, or against what was kept. */
import type { RunCrash, RunOptions } from '../../protocol/replay/run';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { ComparedRange, Divergence, Hint, KeptState, VerificationResult, VerifyProgress } from '../../protocol/replay/verification';
import { listDispatches, type ListedDispatch } from '../addon/dispatches';
import { typesInName } from '../addon/elementTypes';
import { inspect } from '../addon/inspection';
import { withBuiltKernels } from '../kernels/substitutes';
import type { Collected } from '../addon/replay';
import type { Type } from '../comparing/comparing';
import { readExpected } from '../comparing/expected';
import { firstDivergence, type ComparedReplays } from '../comparing/firstDivergence';
import { compareOnOtherInputs } from '../comparing/otherInputs';
import { agree, compareOutputs, sameOutputs, type ComparedOutputs, type Right } from '../comparing/outputs';
import { POISON } from '../comparing/poison';
import { comparingRanges, type CompareRanges } from '../comparing/rangeComparison';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { prepared, Refused } from './refused';
import { nativeOnly, type Work } from './work';
import { tiledOtherwise } from '../comparing/tiling';
import { unwritten } from '../comparing/unwritten';
import { verificationSentence } from '../comparing/verificationSentence';

/** Inspections of dispatches are replays each. */
const MOST_DISPATCHES = 64;
/** Results that are kept of one side. */
const MOST_RESULTS = 16;
/** What runs of one side gave. */
interface Side {
  /** Of each, as one object where runs gave the same. */
  readonly runs: readonly Collected[];
  readonly keptState: KeptState | undefined;
}

/** Replays this many times. Stops early where the results keep differing. */
async function collect(options: RunOptions, runs: number, before: () => void, signal: AbortSignal): Promise<Side> {
  const { session } = await prepared(options, signal);
  try {
    const all: Collected[] = [];
    for (let run = 0; run < runs && new Set(all).size < MOST_RESULTS; run++) {
      before();
      const found = await session.collect(signal);
      all.push([...all.slice(0, 1), ...all.slice(-1)].find((earlier) => sameOutputs(earlier, found)) ?? found);
    }
    return { runs: all, keptState: session.keptState() };
  } finally {
    session.close();
  }
}

/** How long a replay on other inputs may take, in ms: a loop that ends on the recorded ones may not end on these. */
const mostOnOtherInputs = ({ result }: Collected): number => 10_000 + (50 * Number(result.executeNs)) / 1e6;

/** Replays once on the inputs of each seed, for so many ms at most. */
async function collectOn(
  options: RunOptions,
  timeoutMs: number,
  seeds: readonly number[],
  before: (seed: number) => void,
  signal: AbortSignal,
): Promise<readonly Collected[]> {
  const { session } = await prepared({ ...options, timeoutMs: options.timeoutMs ?? timeoutMs }, signal);
  try {
    const all: Collected[] = [];
    for (const seed of seeds) {
      before(seed);
      session.perturb(seed);
      all.push(await session.collect(signal));
    }
    return all;
  } finally {
    session.close();
  }
}

/** The same of the side that is right. Where that is another capture, and cannot be replayed, it is that one which is named. */
async function collectOriginal(
  { run, against }: ReturnType<typeof expectedSide>,
  runs: number,
  before: () => void,
  signal: AbortSignal,
): Promise<readonly Collected[]> {
  try {
    return (await collect(run, runs, before, signal)).runs;
  } catch (error) {
    if (against !== 'capture' || !(error instanceof Refused)) throw error;
    const why = error.problems.find(({ severity }) => severity === 'error')?.message;
    throw new Error(why === undefined ? error.message : `${error.message}: ${why}`, { cause: error });
  }
}

const isDeterministic = (runs: readonly Collected[]): boolean => new Set(runs).size <= 1;

/** The type that every kernel's name ends in; bytes where they tell different ones, or none. */
export function typeOfAll(functions: readonly Pick<ListedDispatch, 'function'>[]): Type {
  const types = new Set(functions.flatMap(({ function: name }) => typesInName(name)));
  const [type] = types;
  return types.size === 1 && type !== undefined ? type : 'bytes';
}

/** The options of the side that is right by definition. */
function expectedSide(options: VerifyTold, run: RunOptions): { readonly run: RunOptions; readonly against: VerificationResult['against'] } {
  if (options.expect !== undefined) return { run, against: 'expected' };
  const { substitutions, workgroupCounts, ...original } = run;
  const substituted = (substitutions ?? []).length + (workgroupCounts ?? []).length > 0;
  const { againstDevices: devices, againstCapture: capture } = options;
  const other = devices === undefined ? 'itself' : 'devices';
  return {
    run: { ...original, ...(devices === undefined ? {} : { devices }), ...(capture === undefined ? {} : { capture }) },
    against: capture !== undefined ? 'capture' : substituted ? 'original' : other,
  };
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

/** Both sides on the inputs of a seed, or on the recorded ones. */
function onInputs(seed: number | undefined, expected: RunOptions, actual: RunOptions): Pick<ComparedReplays, 'expected' | 'actual'> {
  if (seed === undefined) return { expected, actual };
  return { expected: { ...expected, perturbation: seed }, actual: { ...actual, perturbation: seed } };
}

/** Said where not every substituted dispatch was looked at. */
function dispatchesLeftOut(substituted: number, orMore: boolean): string | undefined {
  if (substituted <= MOST_DISPATCHES && !orMore) return undefined;
  const looked = Math.min(substituted, MOST_DISPATCHES);
  return `Of ${String(substituted)}${orMore ? ' or more' : ''} substituted dispatches the first ${String(looked)} were compared one by one.`;
}

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
  const { runs, tolerance, perturbations, seed = Date.now() >>> 0 } = options;
  const substituting = options.run.substitutions.length > 0;
  if (substituting) report({ phase: 'building', run: 0, of: 0 });
  const built = await withBuiltKernels(options.run, signal);
  // What leaves its buffers is found by guards, before it is found by what it damages.
  const guarded: RunOptions = { ...built, guardBuffers: options.run.guardBuffers || substituting };
  // Fresh memory is zeros, which a substitute that leaves its results unwritten would share with one that writes them.
  const poisoned = expectedSide(options, guarded).against === 'original';
  const actual: RunOptions = poisoned ? { ...guarded, poison: guarded.poison ?? POISON } : guarded;
  const side = expectedSide(options, actual);
  const sides = side.against === 'expected' || side.against === 'itself' ? 1 : 2;
  let run = 0;
  // What the application wrote to files would be written from other inputs, too.
  const others = (side.against === 'original' || side.against === 'devices') && !options.run.allowFileWrites ? perturbations : 0;
  const replays = (runs + others) * sides;
  const next = (perturbation?: number): void =>
    report({ phase: 'executing', run: ++run, of: replays, ...(perturbation === undefined ? {} : { perturbation }) });
  report({ phase: 'preparing', run: 0, of: replays });
  const { dispatches, leftOut: unlisted, functions } = await listDispatches(actual, signal);
  const known = substituting ? await tiledOtherwise(actual, dispatches) : [];
  if (known.length > 0) report({ phase: 'preparing', run: 0, of: replays, hints: known });
  const kept = options.expect === undefined ? undefined : await readExpected(options.expect);
  const original = sides === 2 ? await collectOriginal(side, runs, next, signal) : undefined;
  const { runs: ours, keptState } = await collect(actual, side.against === 'itself' ? Math.max(runs, 2) : runs, next, signal);
  report({ phase: 'comparing', run, of: replays });

  const named = options.type === 'auto' ? undefined : options.type;
  const type = named ?? typeOfAll(functions);
  const rights = ({ outputs }: Collected): readonly Right[] => outputs.map((bytes) => ({ bytes, type }));
  // What was substituted says most of the shape of what differs.
  const names = [...functions].sort((a, b) => Number(b.substituted) - Number(a.substituted)).map(({ function: name }) => name);
  const compare = comparingRanges(tolerance, [...new Set(names)]);
  // Every run must be right: a kernel that is right at first may find another's leftovers, or its own, in the next run.
  let found: ComparedOutputs | undefined;
  const seen = new Map<Collected, Set<Collected>>();
  for (const [index, mine] of ours.entries()) {
    const theirs = original?.[Math.min(index, original.length - 1)] ?? ours[side.against === 'itself' && index === 0 ? 1 : 0];
    if (theirs === undefined || seen.get(mine)?.has(theirs) === true) continue;
    seen.set(mine, new Set([...(seen.get(mine) ?? []), theirs]));
    const right = kept?.map(({ bytes, type: own }) => ({ bytes, type: named ?? own ?? type })) ?? rights(theirs);
    const compared = await compareOutputs(right, mine, compare);
    if (found === undefined || !agree(compared)) found = compared;
    if (!agree(compared)) break;
  }
  const ranges: ComparedRange[] = [...(found?.ranges ?? [])];
  const problems: string[] = [...(found?.problems ?? [])];
  let leftOut: string | undefined;
  if (original !== undefined && options.level === 'dispatch') {
    // Of functions that only later dispatches call the first, that none goes unseen.
    const listed = dispatches.filter(({ substituted }) => substituted);
    const called = new Set(listed.map(({ executable, function: name }) => `${executable} ${name}`));
    const later = functions.filter((one) => one.substituted && !called.has(`${one.executable} ${one.function}`));
    const changed = [...listed, ...later];
    ranges.push(...(await compareDispatches(actual, side.run, changed, type, compare, signal)));
    leftOut = dispatchesLeftOut(changed.length, unlisted !== '0');
  }
  const called = !substituting || functions.some(({ substituted }) => substituted);
  const unknown = !called
    ? 'no dispatch that is substituted was executed'
    : problems.length === 0 && ranges.every(({ length }) => length === '0')
      ? 'the application read nothing back'
      : undefined;

  const agreed = problems.length === 0 && ranges.every((range) => range.agrees);
  const recorded = original?.[0];
  const elsewhere =
    !agreed || unknown !== undefined || others === 0 || recorded === undefined
      ? undefined
      : await compareOnOtherInputs({
          ...{ recorded, seed, count: others, tolerance },
          original: (seeds) => collectOn(side.run, mostOnOtherInputs(recorded), seeds, next, signal),
          candidate: (seeds) => collectOn(actual, mostOnOtherInputs(recorded), seeds, next, signal),
          compare: (right, mine, within) => compareOutputs(rights(right), mine, comparingRanges(within, [...new Set(names)])),
        });
  const differs = elsewhere?.found.differs;
  const on = differs === undefined ? {} : { perturbation: differs };
  ranges.push(...(elsewhere?.wrong?.ranges ?? []).map((range) => ({ ...range, ...on })));
  problems.push(...(elsewhere?.wrong?.problems ?? []));
  const same = agreed && elsewhere?.wrong === undefined;
  const agrees = unknown === undefined && same && keptState === undefined;
  const searches = side.against === 'devices' || side.against === 'capture' || (side.against === 'original' && options.level === 'cause');
  const divergence =
    (same && unknown === undefined) || !searches
      ? undefined
      : await divergenceOf({ ...onInputs(differs, side.run, actual), named, otherwise: type, compare }, signal);
  if (side.against === 'original') ranges.push(...(divergence?.first?.left ?? []).map((range) => ({ ...range, ...on })));
  const deterministic = isDeterministic(ours) && isDeterministic(original ?? []);
  // What the compiler said needs no finding out.
  const hints = same || unknown !== undefined || !substituting || known.length > 0 ? known : await unwritten(actual, functions, signal);
  const result = {
    agrees,
    ranges,
    tolerance,
    against: side.against,
    deterministic,
    runs,
    problems,
    hints,
    ...(unknown === undefined ? {} : { unknown }),
    ...(keptState === undefined ? {} : { keepsState: keptState }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(elsewhere === undefined ? {} : { otherInputs: elsewhere.found }),
    ...(divergence === undefined ? {} : { divergence }),
  };
  return { ...result, sentence: verificationSentence(result) };
}

/** The same, when nobody measures. */
export const work: Work<'verify'> = async (options, report, signal, waits) => {
  nativeOnly(options.run, 'outputs to compare');
  await untilNobodyMeasures(waits, signal);
  return verify(options, report, signal);
};
