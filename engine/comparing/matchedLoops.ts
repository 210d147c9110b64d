/** Loops of a source in two runs of a kernel: which of them is the same one. */
import { kernelKey, type RunKernel, type RunLoop, type SampledRun } from './sampledRun';
import type { SampleCount } from './sampledTimes';

/** A loop of a source in one run: all machine code that it became. */
export interface SourceLoop {
  readonly function: string;
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly md5?: string;
  readonly machine: readonly RunLoop[];
  /** With those in it. */
  readonly count: SampleCount;
  /** Source loops around it. */
  readonly around: ReadonlySet<string>;
  readonly key: string;
}

export interface MatchedLoop {
  readonly before?: SourceLoop;
  readonly after?: SourceLoop;
  /** The source is not the same, or is not known to be. */
  readonly source?: 'changed' | 'not-known';
  /** Why it has no counterpart, in a sentence. */
  readonly unmatched?: string;
  /** Its function has loops on the other side, and none of these lines is among them. */
  readonly change?: 'new' | 'gone';
}

const keyOf = ({ function: name, path, firstLine, lastLine }: Pick<RunLoop, 'function' | 'path' | 'firstLine' | 'lastLine'>): string =>
  [name, path, firstLine, lastLine].join('\n');

function grouped<One>(all: Iterable<One>, keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

const NONE: SampleCount = { samples: 0, taken: 0 };
const sum = (a: SampleCount, b: SampleCount): SampleCount => ({ samples: a.samples + b.samples, taken: a.taken + b.taken });

/** Of the functions that the kernel has samples in. */
export function sourceLoops({ loops }: SampledRun, kernel: RunKernel): readonly SourceLoop[] {
  const key = kernelKey(kernel);
  const ofExecutable = loops.filter(({ executable }) => executable === kernel.executable);
  const functions = new Set(ofExecutable.filter(({ kernels }) => kernels.has(key)).map(({ functionAddress }) => functionAddress));
  const mine = ofExecutable.filter(({ functionAddress }) => functions.has(functionAddress));
  const byIndex = new Map(mine.map((loop) => [`${String(loop.functionAddress)} ${String(loop.index)}`, loop]));
  const around = (loop: RunLoop): readonly RunLoop[] => {
    const parent = loop.parent === undefined ? undefined : byIndex.get(`${String(loop.functionAddress)} ${String(loop.parent)}`);
    return parent === undefined ? [] : [parent, ...around(parent)];
  };
  const groups = grouped(mine, keyOf);
  return [...groups].flatMap(([place, machine]): readonly SourceLoop[] => {
    const [first] = machine;
    if (first === undefined) return [];
    // One inside of another of the same place is counted there.
    const outermost = machine.filter((loop) => !around(loop).some((outer) => keyOf(outer) === place));
    return [
      {
        ...{ function: first.function, path: first.path, firstLine: first.firstLine, lastLine: first.lastLine },
        ...(first.md5 === undefined ? {} : { md5: first.md5 }),
        machine,
        count: outermost.reduce((all, { kernels }) => sum(all, kernels.get(key) ?? NONE), NONE),
        around: new Set(machine.flatMap(around).map(keyOf)),
        key: place,
      },
    ];
  });
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Files that are called the same, wherever they were: by their last part, where only one in the run has it. */
export function fileNames(loops: readonly { readonly path: string }[]): (path: string) => string {
  const paths = new Set(loops.map(({ path }) => path));
  const alike = grouped(paths, lastPart);
  return (path) => (alike.get(lastPart(path))?.length === 1 ? lastPart(path) : path);
}

const NO_LINES = 'Its code has no lines.';
const GONE = 'No loop has these lines now: it may have been unrolled, merged with another, or left out.';
const NEW = 'No loop had these lines before: it may have been unrolled, merged with another, or left out there.';
const NOT_SEEN =
  'No loop of its function in that file is known on the other side: it may have been unrolled, merged or left out there, or have no samples.';
const CHANGED = 'The source changed, and its loops are not those of before.';

/** Those of the same function and file. */
function matchInFunction(before: readonly SourceLoop[], after: readonly SourceLoop[]): readonly MatchedLoop[] {
  const md5 = (loops: readonly SourceLoop[]): string | undefined => loops.find((loop) => loop.md5 !== undefined)?.md5;
  const [first, second] = [md5(before), md5(after)];
  if (first !== undefined && second !== undefined && first !== second) return matchShifted(before, after);
  const said: Pick<MatchedLoop, 'source'> = first === undefined || second === undefined ? { source: 'not-known' } : {};
  const place = ({ firstLine, lastLine }: SourceLoop): string => `${String(firstLine)}-${String(lastLine)}`;
  const there = new Map(after.map((loop) => [place(loop), loop]));
  const here = new Set(before.map(place));
  return [
    ...before.map((loop): MatchedLoop => {
      const match = there.get(place(loop));
      return match === undefined ? { before: loop, ...alone(after, 'gone') } : { before: loop, after: match, ...said };
    }),
    ...after.filter((loop) => !here.has(place(loop))).map((loop): MatchedLoop => ({ after: loop, ...alone(before, 'new') })),
  ];
}

const alone = (others: readonly SourceLoop[], change: 'new' | 'gone'): Pick<MatchedLoop, 'unmatched' | 'change'> =>
  others.length === 0 ? { unmatched: NOT_SEEN } : { unmatched: change === 'new' ? NEW : GONE, change };

/** Of a source that changed: only where all loops of the function are as far below or above, and as long. */
function matchShifted(before: readonly SourceLoop[], after: readonly SourceLoop[]): readonly MatchedLoop[] {
  const inOrder = (loops: readonly SourceLoop[]): readonly SourceLoop[] =>
    [...loops].sort((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine);
  const [first, second] = [inOrder(before), inOrder(after)];
  const shift = (second[0]?.firstLine ?? 0) - (first[0]?.firstLine ?? 0);
  const isShifted =
    first.length === second.length &&
    first.every((loop, at) => {
      const other = second[at];
      return other?.firstLine === loop.firstLine + shift && other.lastLine === loop.lastLine + shift;
    });
  if (!isShifted) {
    return [
      ...first.map((loop): MatchedLoop => ({ before: loop, unmatched: CHANGED })),
      ...second.map((loop): MatchedLoop => ({ after: loop, unmatched: CHANGED })),
    ];
  }
  return first.map((loop, at): MatchedLoop => {
    const other = second[at];
    return { before: loop, ...(other === undefined ? {} : { after: other }), source: 'changed' };
  });
}

export function matchLoops(before: readonly SourceLoop[], after: readonly SourceLoop[]): readonly MatchedLoop[] {
  const group = (loops: readonly SourceLoop[]): ReadonlyMap<string, readonly SourceLoop[]> => {
    const nameOf = fileNames(loops);
    return grouped(
      loops.filter(({ path }) => path !== ''),
      (loop) => `${loop.function}\n${nameOf(loop.path)}`,
    );
  };
  const [first, second] = [group(before), group(after)];
  const matched = [...new Set([...first.keys(), ...second.keys()])].flatMap((name) =>
    matchInFunction(first.get(name) ?? [], second.get(name) ?? []),
  );
  return [
    ...matched,
    ...before.filter(({ path }) => path === '').map((loop): MatchedLoop => ({ before: loop, unmatched: NO_LINES })),
    ...after.filter(({ path }) => path === '').map((loop): MatchedLoop => ({ after: loop, unmatched: NO_LINES })),
  ];
}
