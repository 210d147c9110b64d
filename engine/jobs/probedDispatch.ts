/** What a dispatch binds and leaves, executed alone and again and again by the captured executable on a device of the user's IREE. */
import type { DivergedOperation } from '../../protocol/replay/verification';
import type { RunOptions } from '../../protocol/replay/run';
import { namedOperations, type NamedOperation } from '../addon/composing';
import type { ListedDispatch } from '../addon/dispatches';
import type { BufferRange } from '../addon/bufferRange';
import type { Type } from '../comparing/comparing';
import { diverged } from '../comparing/firstDivergence';
import type { CompareRanges } from '../comparing/rangeComparison';
import { writtenRanges } from '../comparing/writtenRanges';
import { tappedRepetitions } from '../iree/repetitions';
import type { IreeTools } from '../iree/tools';

/** A dispatch that binds more is not executed alone: each repetition copies all of it. */
const MOST_BOUND = 2 ** 30;
/** Each is filled by an operation of its own. */
const MOST_RANGES = 16;
/** Two fillings of memory, each byte of which differs. */
const FILLINGS = [0xa5a5a5a5, 0x3c3c3c3c];

/** A dispatch on recorded inputs. */
export interface ProbedDispatch {
  readonly operation: NamedOperation;
  readonly bound: readonly BufferRange[];
  /** What all of that holds before the dispatch. */
  readonly before: Uint8Array;
  /** What the captured executable leaves there. */
  readonly after: Uint8Array;
  /** What it writes whatever is there: other bytes may be there before. */
  readonly overwritten: readonly BufferRange[];
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

const bytesBound = ({ ranges }: NamedOperation): number => ranges.reduce((sum, { length }) => sum + Number(length), 0);

/** How results are compared. */
export interface ComparedResults {
  readonly compare: CompareRanges;
  /** What the user says that elements are; else the name of the function tells, or that of all functions does. */
  readonly named: Type | undefined;
  readonly otherwise: Type;
}

/** Where what was left is not right; undefined where it is. */
export async function wrongIn(
  { operation, bound, before, after }: ProbedDispatch,
  found: Uint8Array,
  how: ComparedResults,
): Promise<DivergedOperation | undefined> {
  if (same(found, after)) return undefined;
  const partOf = (all: Uint8Array, range: BufferRange): Uint8Array => {
    let base = 0;
    for (const { buffer, offset, length } of bound) {
      const at = Number(BigInt(range.offset) - BigInt(offset));
      if (buffer === range.buffer && at >= 0 && at + Number(range.length) <= Number(length))
        return all.subarray(base + at, base + at + Number(range.length));
      base += Number(length);
    }
    return new Uint8Array();
  };
  const { record, via, function: name } = operation;
  const execution = { record, ...(via === undefined ? {} : { via }), ...(name === undefined ? {} : { function: name }) };
  const ranges = operation.ranges
    .filter(({ role }) => role === 'binding')
    .map(({ ordinal, buffer, offset, length }) => {
      const place = { buffer, offset, length };
      const stateOf = (left: Uint8Array): { before: Uint8Array; after: Uint8Array } => ({
        before: partOf(before, place),
        after: partOf(left, place),
      });
      return { binding: ordinal, ...place, expected: stateOf(after), actual: stateOf(found) };
    });
  const step = { operation: 'dispatch' as const, expected: execution, actual: execution, ranges, whole: true };
  return diverged(step, { ...how, isElsewhere: false });
}

/** Executes it a few times. A string says, in a clause, why the dispatch tells nothing about a candidate. */
export async function probeDispatch(
  tools: IreeTools,
  run: RunOptions,
  { record, via }: Pick<ListedDispatch, 'record' | 'via'>,
  how: ComparedResults,
  signal: AbortSignal,
): Promise<ProbedDispatch | string> {
  const place = { record, ...(via === undefined ? {} : { via }) };
  const [operation] = (await namedOperations(run.capture, place, signal)).operations;
  if (operation?.operation !== 'dispatch') throw new Error(`#${String(record)} is not a dispatch`);
  if (bytesBound(operation) > MOST_BOUND) return `#${String(record)} binds too much memory to be executed again and again`;
  const probe = (patterns: readonly number[], overwritten: readonly BufferRange[]): ReturnType<typeof tappedRepetitions> => {
    const repetitions = patterns.map((pattern) => ({ executable: 0, pattern, tapped: true }));
    return tappedRepetitions(tools, run, { ...place, executables: [{}], repetitions, overwritten }, signal);
  };
  const { bound, before, behind } = await probe([0, 0], []);
  const [after = new Uint8Array(), again = after] = behind;
  const probed = { operation, bound, before, after, overwritten: [] };
  if ((await wrongIn(probed, again, how)) !== undefined) return `the original does not leave the same each time in #${String(record)}`;
  if (same(before, after)) return `#${String(record)} leaves its memory as it was`;
  const written = writtenRanges(bound, before, after, MOST_RANGES);
  if (written.length === 0) return probed;
  for (const found of (await probe(FILLINGS, written)).behind) if ((await wrongIn(probed, found, how)) !== undefined) return probed;
  return { ...probed, overwritten: written };
}
