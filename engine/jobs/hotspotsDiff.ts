/** profile hotspots --against: samples of two profiles side by side. */
import type {
  ComparedKernel,
  ComparedLine,
  ComparedLoop,
  ComparedLoopPlace,
  HotspotsComparison,
  HotspotsSummary,
  SampledDifference,
} from '../../protocol/code/hotspotsComparison';
import { wildcards } from '../../protocol/base/wildcards';
import { causeSentence, kernelSentence, loopSentence } from '../../protocol/words/sampledDifferenceWords';
import { fileNames, matchLoops, sourceLoops, type MatchedLoop, type SourceLoop } from '../comparing/matchedLoops';
import { kernelKey, sampledRunOf, type RunKernel, type SampledRun } from '../comparing/sampledRun';
import { FEWEST_SAMPLES, LEAST_FACTOR, makesMostOf, sampledDifference, sideOf, type SampleCount } from '../comparing/sampledTimes';
import { samplingDoubts } from '../comparing/samplingDoubts';
import { reportText } from './reportText';

/** Rejects as reportProfile() does, and where a profile has no samples. */
export async function compareHotspots(before: string, after: string, signal?: AbortSignal): Promise<HotspotsComparison> {
  return compareSampledRuns(await readSampledRun(before, signal), await readSampledRun(after, signal));
}

/** Rejects as reportProfile() does, and where the profile has no samples. */
export const readSampledRun = async (profile: string, signal?: AbortSignal): Promise<SampledRun> =>
  sampledRunOf(profile, (await reportText(profile, 'hotspots', true, signal)).split('\n'));

/** What concerns kernels with such names: * is any text, ? any one character. */
export function ofKernels(comparison: HotspotsComparison, pattern: string): HotspotsComparison {
  const wanted = wildcards(pattern);
  const those = <Row extends { readonly kernel: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ kernel }) => wanted.test(kernel));
  const { kernels, loops, lines } = comparison;
  return { ...comparison, kernels: those(kernels), loops: those(loops), lines: those(lines) };
}

/** Code that is the same on both sides takes as long on both, or the machine was not the same. */
const SAME_CODE = 1.1;
/** Of a kernel's samples: what is beyond cannot come or go unnoticed. */
const NOTABLE = 0.05;

interface KernelPair {
  readonly name: string;
  readonly before?: RunKernel;
  readonly after?: RunKernel;
}

/** `least` is the factor that nothing less is said to have gained or lost by; `doubt` is why nothing is known to have, where something else says so. */
export function compareSampledRuns(before: SampledRun, after: SampledRun, least = LEAST_FACTOR, doubt?: string): HotspotsComparison {
  const sameCapture = before.how.capture !== undefined && before.how.capture === after.how.capture;
  const pairs = matchKernels(before, after, sameCapture);
  const doubts = [...samplingDoubts(before, after), ...(doubt === undefined ? [] : [doubt])];
  const changed = doubts.length > 0 ? undefined : machineChanged(pairs, before, after);
  const all = changed === undefined ? doubts : [...doubts, changed];
  const parts = pairs.map((pair) => compareKernel(pair, { before, after, least }, all[0]));
  const most = (side: { readonly before?: { readonly samples: number }; readonly after?: { readonly samples: number } }): number =>
    Math.max(side.before?.samples ?? 0, side.after?.samples ?? 0);
  const bySamples = <One extends Parameters<typeof most>[0]>(rows: readonly One[]): readonly One[] =>
    [...rows].sort((a, b) => most(b) - most(a));
  return {
    matchedBy: sameCapture ? 'capture' : 'name',
    before: samplingOf(before),
    after: samplingOf(after),
    doubts: [...all],
    notes: [...new Set([...before.notes, ...after.notes])],
    kernels: bySamples(parts.map(({ kernel }) => kernel)),
    loops: bySamples(parts.flatMap(({ loops }) => loops)),
    lines: bySamples(parts.flatMap(({ lines }) => lines)),
  };
}

function samplingOf({ profile, all, how: { event, rateHz, mostOverhead, method, runs } }: SampledRun): HotspotsSummary['before'] {
  return {
    profile,
    samples: all.samples,
    ...(event === undefined ? {} : { event }),
    ...(rateHz === undefined ? {} : { rateHz }),
    ...(mostOverhead === undefined ? {} : { mostOverhead }),
    ...(method === undefined ? {} : { method }),
    ...(runs === undefined ? {} : { runs }),
  };
}

/** By executable and function of one capture, else by name; a name that several have stays alone. */
function matchKernels(before: SampledRun, after: SampledRun, sameCapture: boolean): readonly KernelPair[] {
  const keysOf = (kernels: readonly RunKernel[]): ReadonlyMap<string, RunKernel> => {
    const key = (kernel: RunKernel): string => (sameCapture ? kernelKey(kernel) : kernel.name);
    const times = (kernel: RunKernel): number => kernels.filter((other) => key(other) === key(kernel)).length;
    return new Map(kernels.map((kernel) => [times(kernel) === 1 ? key(kernel) : `${key(kernel)}\n${kernelKey(kernel)}`, kernel]));
  };
  const [first, second] = [keysOf(before.kernels), keysOf(after.kernels)];
  return [...new Set([...first.keys(), ...second.keys()])].map((key) => {
    const [one, other] = [first.get(key), second.get(key)];
    return {
      name: (other ?? one)?.name ?? '',
      ...(one === undefined ? {} : { before: one }),
      ...(other === undefined ? {} : { after: other }),
    };
  });
}

/** Undefined where samples are of no time, or nothing says of how many runs. */
function nsPerSample({ how: { event, rateHz, runs } }: SampledRun, executions?: number): number | undefined {
  if (event !== 'clock' || rateHz === undefined || runs === undefined || rateHz === 0 || runs === 0) return undefined;
  return 1e9 / rateHz / runs / (executions ?? 1);
}

const sameCode = ({ before, after }: KernelPair): boolean | undefined =>
  before?.digest === undefined || after?.digest === undefined ? undefined : before.digest === after.digest;

/** Something that is the same in both took longer in one. */
function machineChanged(pairs: readonly KernelPair[], before: SampledRun, after: SampledRun): string | undefined {
  const changed = pairs.find((pair) => {
    if (sameCode(pair) !== true || pair.before === undefined || pair.after === undefined) return false;
    if (pair.before.executions !== pair.after.executions) return false;
    const { interval: [low, high] = [1, 1] } = sampledDifference(
      sideOf(pair.before, before.all, nsPerSample(before)),
      sideOf(pair.after, after.all, nsPerSample(after)),
    );
    return low > SAME_CODE || high < 1 / SAME_CODE;
  });
  return changed === undefined
    ? undefined
    : `The code of ${changed.name} is the same in both and took longer in one: the machine was not the same.`;
}

interface Runs {
  readonly before: SampledRun;
  readonly after: SampledRun;
  /** As of compareSampledRuns(). */
  readonly least: number;
}

interface ComparedParts {
  readonly kernel: ComparedKernel;
  readonly loops: readonly ComparedLoop[];
  readonly lines: readonly ComparedLine[];
}

function compareKernel(pair: KernelPair, runs: Runs, runDoubt: string | undefined): ComparedParts {
  const { before, after, least } = runs;
  const { before: first, after: second, name } = pair;
  const [once, now] = [first?.executions, second?.executions];
  const differ = once !== undefined && now !== undefined && once !== now;
  const doubt =
    runDoubt ??
    (first !== undefined && second !== undefined && (once === undefined || now === undefined)
      ? 'How often it was executed is not known.'
      : differ
        ? `It was executed ${String(once)} times in a run before and ${String(now)} times now: those that were added may do more or less.`
        : undefined);
  const [nsBefore, nsAfter] = [nsPerSample(before, differ ? once : undefined), nsPerSample(after, differ ? now : undefined)];
  /** Both sides; what a profile with the kernel lacks has no samples there. */
  const sides = (a: SampleCount | undefined, b: SampleCount | undefined): Pick<ComparedKernel, 'before' | 'after'> => ({
    ...(a === undefined ? {} : { before: sideOf(a, before.all, nsBefore) }),
    ...(b === undefined ? {} : { after: sideOf(b, after.all, nsAfter) }),
  });
  const whole = sides(first, second);
  const difference = sampledDifference(whole.before, whole.after, doubt, least);
  const matched = matchLoops(
    first === undefined ? [] : sourceLoops(before, first),
    second === undefined ? [] : sourceLoops(after, second),
  ).filter((loop) => (loop.before?.count.taken ?? 0) + (loop.after?.count.taken ?? 0) > 0);
  const astray = first === undefined || second === undefined ? [] : matched.filter((loop) => isAstray(loop, first, second));
  const loops = matched.map((loop): ComparedLoop => {
    const beside = astray.some((other) => other !== loop && !isAround(loop, other)) ? BESIDE : undefined;
    return comparedLoop(name, loop, sides, least, doubt ?? loop.unmatched ?? beside);
  });
  const made = madeBy(difference, whole, matched, loops);
  const cause =
    difference.verdict === 'gained' || difference.verdict === 'lost'
      ? causeSentence(made, made === undefined ? apartPlaces(loops) : undefined)
      : undefined;
  const sentence = cause === undefined ? undefined : kernelSentence({ kernel: name, difference }, cause);
  const same = sameCode(pair);
  return {
    kernel: {
      kernel: name,
      ...whole,
      difference,
      per: differ ? 'dispatch' : 'run',
      ...(same === undefined ? {} : { sameCode: same }),
      ...(cause === undefined ? {} : { cause }),
      ...(sentence === undefined ? {} : { sentence }),
    },
    loops,
    lines: comparedLines(pair, runs, sides, doubt, changedFiles(matched)),
  };
}

/** The loops with the most samples of both sides, where none is at the same place in both; undefined where one is. */
function apartPlaces(loops: readonly ComparedLoop[]): Pick<ComparedLoop, 'placeBefore' | 'placeAfter'> | undefined {
  if (loops.length === 0 || loops.some(({ unmatched }) => unmatched === undefined)) return undefined;
  const hottest = (side: 'before' | 'after'): ComparedLoop | undefined =>
    [...loops].sort((a, b) => (b[side]?.samples ?? 0) - (a[side]?.samples ?? 0))[0];
  const [placeBefore, placeAfter] = [hottest('before')?.placeBefore, hottest('after')?.placeAfter];
  return { ...(placeBefore === undefined ? {} : { placeBefore }), ...(placeAfter === undefined ? {} : { placeAfter }) };
}

const BESIDE = 'Another loop of the kernel came or went, and its work may be in this one.';

/** A notable part of the kernel that only one side has. */
function isAstray({ before, after }: MatchedLoop, first: SampleCount, second: SampleCount): boolean {
  const isNotable = (count: SampleCount | undefined, of: SampleCount): boolean =>
    count !== undefined && count.taken >= FEWEST_SAMPLES && count.samples > NOTABLE * of.samples;
  const [fewBefore, fewAfter] = [(before?.count.taken ?? 0) === 0, (after?.count.taken ?? 0) === 0];
  return (fewAfter && isNotable(before?.count, first)) || (fewBefore && isNotable(after?.count, second));
}

/** What comes or goes in a loop is counted there before and after. */
const isAround = (outer: MatchedLoop, inner: MatchedLoop): boolean =>
  (outer.before !== undefined && inner.before?.around.has(outer.before.key) === true) ||
  (outer.after !== undefined && inner.after?.around.has(outer.after.key) === true);

type Sides = (a: SampleCount | undefined, b: SampleCount | undefined) => Pick<ComparedKernel, 'before' | 'after'>;

function comparedLoop(
  kernel: string,
  { before, after, source, unmatched, change }: MatchedLoop,
  sides: Sides,
  least: number,
  doubt?: string,
): ComparedLoop {
  const compared = sides(before?.count, after?.count);
  const loop: Omit<ComparedLoop, 'sentence'> = {
    kernel,
    function: (after ?? before)?.function ?? '',
    path: (after ?? before)?.path ?? '',
    ...compared,
    difference: sampledDifference(compared.before, compared.after, doubt, least),
    ...(before === undefined ? {} : { placeBefore: placeOf(before) }),
    ...(after === undefined ? {} : { placeAfter: placeOf(after) }),
    ...(unmatched === undefined ? {} : { unmatched }),
    ...(change === undefined ? {} : { change }),
    ...(source === undefined ? {} : { source }),
  };
  const sentence = loopSentence(loop);
  return { ...loop, ...(sentence === undefined ? {} : { sentence }) };
}

function placeOf({ firstLine, lastLine, machine }: SourceLoop): ComparedLoopPlace {
  // What a compiler makes of a loop for its first and last elements is as wide as it is, but has few samples.
  const hottest = [...machine].sort((a, b) => b.own - a.own)[0];
  const width = hottest !== undefined && hottest.own >= FEWEST_SAMPLES ? hottest.width : undefined;
  return {
    firstLine,
    lastLine,
    loops: machine.length,
    ...(width === undefined ? {} : { width: width.words, vectorBits: width.vectorBits }),
  };
}

/** The innermost loop that certainly makes more than half of what the kernel gained or lost. */
function madeBy(
  { verdict }: SampledDifference,
  whole: Pick<ComparedKernel, 'before' | 'after'>,
  matched: readonly MatchedLoop[],
  loops: readonly ComparedLoop[],
): ComparedLoop | undefined {
  if (verdict !== 'gained' && verdict !== 'lost') return undefined;
  const kernelNs = (whole.before?.timeNs ?? 0) - (whole.after?.timeNs ?? 0);
  const makes = matched.flatMap((match, at) => {
    const loop = loops[at];
    if (loop?.before === undefined || loop.after === undefined || loop.difference.verdict !== verdict) return [];
    return makesMostOf({ before: loop.before, after: loop.after }, kernelNs) ? [{ match, loop }] : [];
  });
  return makes.find(({ match }) => !makes.some((other) => other.match !== match && isAround(match, other.match)))?.loop;
}

/** Names of files of which both are known, and differ. */
function changedFiles(matched: readonly MatchedLoop[]): ReadonlySet<string> {
  const md5s = (side: 'before' | 'after'): ReadonlyMap<string, string> =>
    new Map(
      matched.flatMap((loop) => {
        const { path = '', md5 } = loop[side] ?? {};
        return md5 === undefined ? [] : [[path.slice(path.lastIndexOf('/') + 1), md5] as const];
      }),
    );
  const [first, second] = [md5s('before'), md5s('after')];
  return new Set([...first].filter(([name, md5]) => second.has(name) && second.get(name) !== md5).map(([name]) => name));
}

const LINE_CHANGED = 'The source changed: which line was this one is not known.';
const LINES_BESIDE = 'Another line of the kernel came or went, and its work may be at this one.';

function comparedLines(
  pair: KernelPair,
  { before, after, least }: Runs,
  sides: Sides,
  doubt: string | undefined,
  changed: ReadonlySet<string>,
): readonly ComparedLine[] {
  interface Counted {
    readonly path: string;
    readonly line: number;
    readonly count: SampleCount;
  }
  const ofKernel = (run: SampledRun, kernel: RunKernel | undefined): ReadonlyMap<string, Counted> => {
    const nameOf = fileNames(run.lines);
    return new Map(
      run.lines.flatMap(({ path, line, kernels }) => {
        const count = kernel === undefined ? undefined : kernels.get(kernelKey(kernel));
        return count === undefined ? [] : [[`${nameOf(path)}\n${String(line)}`, { path, line, count }] as const];
      }),
    );
  };
  const [first, second] = [ofKernel(before, pair.before), ofKernel(after, pair.after)];
  const isChanged = (path: string): boolean => changed.has(path.slice(path.lastIndexOf('/') + 1));
  const isNotable = ({ count }: Counted, of: SampleCount | undefined): boolean =>
    of !== undefined && count.taken >= FEWEST_SAMPLES && count.samples > NOTABLE * of.samples;
  const both = pair.before !== undefined && pair.after !== undefined;
  const beside =
    both &&
    ([...first].some(([key, line]) => !second.has(key) && isNotable(line, pair.before)) ||
      [...second].some(([key, line]) => !first.has(key) && isNotable(line, pair.after)))
      ? LINES_BESIDE
      : undefined;
  const row = (a: Counted | undefined, b: Counted | undefined, unmatched?: string): ComparedLine => {
    const compared = sides(a?.count, b?.count);
    return {
      kernel: pair.name,
      path: (b ?? a)?.path ?? '',
      line: (b ?? a)?.line ?? 0,
      ...compared,
      difference: sampledDifference(
        compared.before,
        compared.after,
        doubt ?? unmatched ?? (a !== undefined && b !== undefined ? beside : GONE),
        least,
      ),
      ...(unmatched === undefined ? {} : { unmatched }),
    };
  };
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((key) => {
    const [a, b] = [first.get(key), second.get(key)];
    if (!isChanged((a ?? b)?.path ?? '')) return [row(a, b)];
    return [...(a === undefined ? [] : [row(a, undefined, LINE_CHANGED)]), ...(b === undefined ? [] : [row(undefined, b, LINE_CHANGED)])];
  });
}

const GONE = 'One profile has no samples there: a compiler may have put its work at another line.';
