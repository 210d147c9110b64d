/** The first operation whose results are not what they are in another replay. */
import type { ComparedRange, Divergence, DivergedOperation } from '../../protocol/replay/verification';
import type { RunOptions } from '../../protocol/replay/run';
import { bindingType } from '../addon/elementTypes';
import { prepareLockstep, type LockstepCounts, type SteppedOperation, type SteppedRange } from '../addon/lockstep';
import { sizeOf, type Type } from './comparing';
import { distinctRanges } from './distinctRanges';
import { undivergedSentence, divergenceSentence } from './divergenceSentence';
import type { CompareRanges } from './rangeComparison';
import { writtenElements } from './writtenElements';

/** Two replays to be compared, the first being right. */
export interface ComparedReplays {
  readonly expected: RunOptions;
  readonly actual: RunOptions;
  /** What the user says that elements are; else the name of the function tells, or that of all functions does. */
  readonly named: Type | undefined;
  readonly otherwise: Type;
  readonly compare: CompareRanges;
}

/** The operation where its results leave the tolerance; undefined where they are within it. */
export async function diverged(
  { operation, expected, actual, ranges, whole }: SteppedOperation,
  replays: Omit<ComparedReplays, 'expected' | 'actual'> & { readonly isElsewhere: boolean },
): Promise<DivergedOperation | undefined> {
  const { record, via, function: name } = actual;
  const bindings = ranges.filter(({ binding }) => binding !== undefined).length;
  const typeOf = ({ binding }: SteppedRange): Type =>
    replays.named ?? (binding === undefined ? undefined : bindingType(name ?? '', binding, bindings)) ?? replays.otherwise;
  const placeOf = ({ buffer, offset, length }: SteppedRange): Parameters<CompareRanges>[0] => ({
    ...{ record, buffer, offset, length },
    ...(via === undefined ? {} : { via }),
    ...(name === undefined ? {} : { function: name }),
  });
  const bound = distinctRanges(ranges);
  const left: ComparedRange[] = [];
  for (const range of bound) {
    const type = typeOf(range);
    const compared = await replays.compare(placeOf(range), range.expected.after, writtenElements(range, sizeOf(type)), type);
    if (!compared.agrees) left.push(compared);
  }
  if (left.length === 0) return undefined;
  const others = bound.filter(({ binding, part }) => binding !== undefined && part !== true);
  const found: ComparedRange[] = [];
  for (const range of others) found.push(await replays.compare(placeOf(range), range.expected.before, range.actual.before, typeOf(range)));
  const isRead = ({ expected: a, actual: b }: SteppedRange): boolean =>
    [a, b].every(({ before, after }) => Buffer.compare(before, after) === 0);
  const differs = others.some((range, index) => found[index]?.agrees === false && isRead(range));
  const agree = whole && found.every(({ agrees }) => agrees);
  const inputs = agree ? 'agree' : differs ? 'differ' : 'unknown';
  return {
    ...{ record, operation, inputs, found, left },
    ...(via === undefined ? {} : { via }),
    ...(name === undefined ? {} : { function: name }),
    ...(replays.isElsewhere ? { other: { record: expected.record, ...(expected.via === undefined ? {} : { via: expected.via }) } } : {}),
  };
}

/** Executes both replays operation by operation, to the first that leaves something else than the tolerance allows. */
export async function firstDivergence(replays: ComparedReplays, signal: AbortSignal): Promise<Divergence> {
  const isElsewhere = replays.expected.capture !== replays.actual.capture;
  const lockstep = await prepareLockstep(replays.expected, replays.actual, signal);
  try {
    let first: DivergedOperation | undefined;
    for (;;) {
      const operation = await lockstep.next(signal);
      if (operation === undefined) break;
      first = await diverged(operation, { ...replays, isElsewhere });
      if (first !== undefined) break;
    }
    return described(first, lockstep.counts());
  } finally {
    lockstep.close();
  }
}

function described(
  first: DivergedOperation | undefined,
  { compared, unmatchedA: missing, unmatchedB: added, uncompared }: LockstepCounts,
): Divergence {
  const agreed = (first === undefined ? compared : compared - 1) - uncompared;
  const counts = { agreed, missing, added, uncompared };
  if (first === undefined) return { sentence: undivergedSentence(counts), ...counts };
  return { sentence: divergenceSentence(first, counts), first, ...counts };
}
