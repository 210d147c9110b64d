/** Whether two replays left the same: run to run, original and substitute, two devices, or against what was kept. */
import type { ElementType } from '../../protocol/element';
import type { RunCrash, RunOptions, RunOutput } from '../../protocol/run';
import type { ComparedRange, Hint, Tolerance, VerificationResult, VerifyOptions, VerifyProgress } from '../../protocol/verification';
import { listDispatches, type ListedDispatch } from '../dispatches';
import { typesInName } from '../elementTypes';
import { inspect } from '../inspection';
import { withBuiltKernels } from '../kernel/build';
import { loadAddon } from '../load';
import type { Collected } from '../replay';
import { readExpected } from './expected';
import { prepared } from './refused';
import { tiledOtherwise } from './tiling';
import { unwritten } from './unwritten';
import { verificationSentence } from './verificationSentence';

const DEFAULT_TOLERANCE: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };
/** Inspections of dispatches are replays each. */
const MOST_DISPATCHES = 64;

type Type = ElementType | 'bytes';
type Comparison = Omit<ComparedRange, 'record' | 'via' | 'buffer' | 'offset' | 'length' | 'function' | 'type' | 'first'> & {
  readonly first?: { readonly index: string; readonly expected: string; readonly actual: string };
};

/** A range, and where it is. */
interface Place {
  readonly record: number;
  readonly via?: number;
  readonly buffer: string;
  readonly offset: string;
  readonly length: string;
  readonly function?: string;
}

const SIZES: Readonly<Record<string, bigint>> = { '64': 8n, '32': 4n, '16': 2n };
const sizeOf = (type: Type): bigint => (type === 'bytes' || type.startsWith('f8') ? 1n : (SIZES[/\d+$/.exec(type)?.[0] ?? ''] ?? 1n));

async function compareRange(
  place: Place,
  expected: Uint8Array,
  actual: Uint8Array,
  type: Type,
  tolerance: Tolerance,
): Promise<ComparedRange> {
  const json = await loadAddon().compare(expected, actual, type === 'bytes' ? undefined : type, tolerance);
  const { first, ...comparison } = JSON.parse(json) as Comparison;
  return {
    ...place,
    type,
    ...comparison,
    ...(first === undefined ? {} : { first: { ...first, byteOffset: String(BigInt(place.offset) + BigInt(first.index) * sizeOf(type)) } }),
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

/** What the substituted dispatches wrote, on both sides. */
async function compareDispatches(
  actual: RunOptions,
  expected: RunOptions,
  dispatches: readonly ListedDispatch[],
  type: Type,
  tolerance: Tolerance,
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
      ranges.push(
        await compareRange(
          { ...place, function: name, buffer, offset, length },
          theirs.bytes(index, 'after'),
          ours.bytes(index, 'after'),
          range.type ?? type,
          tolerance,
        ),
      );
    }
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
    ranges.push(await compareRange(placeOf(output), right.bytes, bytes, right.type, tolerance));
  }
  if (options.level === 'dispatch' && original !== undefined) {
    ranges.push(...(await compareDispatches(actual, side.run, dispatches, type, tolerance, signal)));
  }
  if (ranges.length === 0 && problems.length === 0) problems.push('Nothing was compared: the application read nothing back.');

  const agrees = problems.length === 0 && ranges.every((range) => range.agrees);
  const deterministic = ours.deterministic && (original?.deterministic ?? true);
  // What the compiler said needs no finding out.
  const hints = agrees || !substituting || known.length > 0 ? known : await unwritten(actual, dispatches, signal);
  const result = { agrees, ranges, tolerance, against: side.against, deterministic, runs, problems, hints };
  return { ...result, sentence: verificationSentence(result) };
}
