/** Whether two replays left the same: run to run, original and substitute, two devices, or against what was kept. */
import type { RunCrash, RunOptions, RunOutput } from '../../protocol/run';
import type { ComparedRange, Hint, Tolerance, VerificationResult, VerifyOptions, VerifyProgress } from '../../protocol/verification';
import { listDispatches, type ListedDispatch } from '../dispatches';
import { typesInName } from '../elementTypes';
import { inspect } from '../inspection';
import { withBuiltKernels } from '../kernel/substitutes';
import type { Collected } from '../replay';
import { compareElements, sizeOf, type Type } from './comparing';
import { readExpected } from './expected';
import { mismatchOf } from './mismatch';
import { prepared } from './refused';
import { tiledOtherwise } from './tiling';
import { unwritten } from './unwritten';
import { verificationSentence } from './verificationSentence';

const DEFAULT_TOLERANCE: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };
/** Inspections of dispatches are replays each. */
const MOST_DISPATCHES = 64;
/** A map of where a range differs is two thousand numbers. */
const MOST_MISMATCHES = 2;

/** A range, and where it is. */
interface Place {
  readonly record: number;
  readonly via?: number;
  readonly buffer: string;
  readonly offset: string;
  readonly length: string;
  readonly function?: string;
}

/** Compares what is at a place on both sides. */
type Compare = (place: Place, expected: Uint8Array, actual: Uint8Array, type: Type) => Promise<ComparedRange>;

/** Says of the first ranges that differ where they do; `names` are of functions that may tell shapes. */
function comparing(tolerance: Tolerance, names: readonly string[]): Compare {
  let left = MOST_MISMATCHES;
  return async (place, expected, actual, type) => {
    const { first, ...comparison } = await compareElements(expected, actual, type, tolerance);
    const range: ComparedRange = { ...place, type, ...comparison };
    if (first === undefined) return range;
    const byteOffset = String(BigInt(place.offset) + BigInt(first.index) * BigInt(sizeOf(type)));
    const found = { ...range, first: { ...first, byteOffset } };
    if (range.agrees || left === 0) return found;
    left--;
    const known = place.function === undefined ? names : [place.function];
    return { ...found, mismatch: await mismatchOf({ expected, actual, type, tolerance }, Number(first.index), known) };
  };
}

/** Replays so often; the first run's outputs, and whether all were the same. */
async function collect(
  options: RunOptions,
  runs: number,
  before: () => void,
  signal: AbortSignal,
): Promise<Collected & { readonly deterministic: boolean; readonly last: Collected }> {
  const { session } = await prepared(options, signal);
  try {
    before();
    const first = await session.collect(signal);
    let last = first;
    let deterministic = true;
    for (let run = 1; run < runs; run++) {
      before();
      last = await session.collect(signal);
      deterministic &&= last.outputs.every((bytes, index) => Buffer.compare(bytes, first.outputs[index] ?? new Uint8Array()) === 0);
    }
    return { ...first, deterministic, last };
  } finally {
    session.close();
  }
}

/** The type that every kernel's name ends in; bytes where they tell different ones, or none. */
function typeOfAll(dispatches: readonly ListedDispatch[]): Type {
  const types = new Set(dispatches.flatMap(({ function: name }) => typesInName(name)));
  const [type] = types;
  return types.size === 1 && type !== undefined ? type : 'bytes';
}

const placeOf = ({ record, buffer, offset, length }: RunOutput): Place => ({ record, buffer, offset, length });

/** The options of the side that is right by definition. */
function expectedSide(
  options: VerifyOptions,
  run: RunOptions,
): { readonly run: RunOptions; readonly against: VerificationResult['against'] } {
  if (options.expect !== undefined) return { run, against: 'expected' };
  const { substitutions, workgroupCounts, ...original } = run;
  const substituted = (substitutions ?? []).length + (workgroupCounts ?? []).length > 0;
  const devices = options.againstDevices;
  return {
    run: { ...original, ...(devices === undefined ? {} : { devices }) },
    against: substituted ? 'original' : devices === undefined ? 'itself' : 'devices',
  };
}

/** What the substituted dispatches wrote, on both sides: all of them, or up to the first that differs. */
async function compareDispatches(
  actual: RunOptions,
  expected: RunOptions,
  dispatches: readonly ListedDispatch[],
  type: Type,
  level: 'dispatch' | 'cause',
  compare: Compare,
  signal: AbortSignal,
): Promise<readonly ComparedRange[]> {
  const ranges: ComparedRange[] = [];
  for (const { record, via, function: name } of dispatches.filter(({ substituted }) => substituted).slice(0, MOST_DISPATCHES)) {
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
    if (level === 'cause' && ranges.some(({ agrees }) => !agrees)) break;
  }
  return ranges;
}

/** The result where one side's code did not come to its end. */
export function unverified(
  options: VerifyOptions,
  sentence: string,
  crash: RunCrash | undefined,
  hints: readonly Hint[],
): VerificationResult {
  return {
    agrees: false,
    sentence,
    ranges: [],
    tolerance: { ...DEFAULT_TOLERANCE, ...options.tolerance },
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
  options: VerifyOptions,
  report: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<VerificationResult> {
  const runs = Math.max(1, options.runs ?? 2);
  const tolerance = { ...DEFAULT_TOLERANCE, ...options.tolerance };
  const substituting = (options.run.substitutions ?? []).length > 0;
  if (substituting) report({ phase: 'building', run: 0, of: 0 });
  const built = await withBuiltKernels(options.run, signal);
  // What leaves its buffers is found by guards, before it is found by what it damages.
  const actual: RunOptions = { ...built, guardBuffers: options.run.guardBuffers === true || substituting };
  const side = expectedSide(options, actual);
  const sides = side.against === 'expected' || side.against === 'itself' ? 1 : 2;
  let run = 0;
  const next = (): void => report({ phase: 'executing', run: ++run, of: runs * sides });
  report({ phase: 'preparing', run: 0, of: runs * sides });
  const dispatches = await listDispatches(actual, signal);
  const known = substituting ? await tiledOtherwise(actual, dispatches) : [];
  if (known.length > 0) report({ phase: 'preparing', run: 0, of: runs * sides, hints: known });
  const kept = options.expect === undefined ? undefined : await readExpected(options.expect);
  const original = sides === 2 ? await collect(side.run, runs, next, signal) : undefined;
  const ours = await collect(actual, side.against === 'itself' ? Math.max(runs, 2) : runs, next, signal);
  report({ phase: 'comparing', run, of: runs * sides });

  const named = options.type === undefined || options.type === 'auto' ? undefined : options.type;
  const type = named ?? typeOfAll(dispatches);
  const expected =
    kept?.map(({ bytes, type: own }) => ({ bytes, type: named ?? own ?? type })) ??
    (original ?? ours.last).outputs.map((bytes) => ({ bytes, type }));
  const problems: string[] = [];
  if (expected.length !== ours.outputs.length) {
    problems.push(`${String(ours.outputs.length)} outputs were read back, and ${String(expected.length)} are expected.`);
  }
  // What was substituted says most of the shape of what differs.
  const names = [...dispatches].sort((a, b) => Number(b.substituted) - Number(a.substituted)).map(({ function: name }) => name);
  const compare = comparing(tolerance, [...new Set(names)]);
  const ranges: ComparedRange[] = [];
  for (const [index, bytes] of ours.outputs.entries()) {
    const output = ours.result.outputs[index];
    const right = expected[index];
    if (output === undefined || right === undefined) continue;
    if (right.bytes.length !== bytes.length) {
      problems.push(
        `The output of #${String(output.record)} has ${String(bytes.length)} bytes, and ${String(right.bytes.length)} are expected.`,
      );
      continue;
    }
    ranges.push(await compare(placeOf(output), right.bytes, bytes, right.type));
  }
  const { level = 'outputs' } = options;
  if (original !== undefined && (level === 'dispatch' || (level === 'cause' && ranges.some(({ agrees }) => !agrees)))) {
    ranges.push(...(await compareDispatches(actual, side.run, dispatches, type, level, compare, signal)));
  }
  if (ranges.length === 0 && problems.length === 0) problems.push('Nothing was compared: the application read nothing back.');

  const agrees = problems.length === 0 && ranges.every((range) => range.agrees);
  const deterministic = ours.deterministic && (original?.deterministic ?? true);
  // What the compiler said needs no finding out.
  const hints = agrees || !substituting || known.length > 0 ? known : await unwritten(actual, dispatches, signal);
  const result = { agrees, ranges, tolerance, against: side.against, deterministic, runs, problems, hints };
  return { ...result, sentence: verificationSentence(result) };
}
