/**
 * The first dispatch of a capture whose results are not those of its counterpart in another capture, on devices of the user's IREE. What is
 * compiled for another device calls functions of the same names, but with other grids, other bindings, and tensors packed elsewhere: so
 * dispatches are matched by name, in their order, and what each changed is compared wherever it lies, provided that it is as long.
 */
import { createHash } from 'node:crypto';
import type { Divergence } from '../../protocol/replay/verification';
import type { RunOptions } from '../../protocol/replay/run';
import { namedOperations, type NamedOperation, type NamedRange } from '../addon/composing';
import type { SteppedOperation, SteppedRange } from '../addon/lockstep';
import { distinctRanges, rangeKey } from '../comparing/distinctRanges';
import { diverged } from '../comparing/firstDivergence';
import { matchInOrder } from '../comparing/matchInOrder';
import { comparingFor, found, foundNone, type ReplaysByIree } from './divergenceFound';
import { bytesOf, inRounds, MOST_BYTES, MOST_ROUNDS, readRound, ROUND_BYTES, same, type Held } from './tappedRounds';

/** Tensors are packed at multiples of this. */
const LINE = 64;

/** What an operation changed of a range, to whole lines. */
interface Changed {
  readonly range: NamedRange;
  readonly begin: number;
  readonly held: Held;
}

function changedOf(range: NamedRange, { before, after }: Held): Changed | undefined {
  let first = 0;
  while (first < before.length && before[first] === after[first]) first++;
  if (first === before.length) return undefined;
  let last = before.length - 1;
  while (before[last] === after[last]) last--;
  const begin = Math.floor(first / LINE) * LINE;
  const end = Math.min(before.length, (Math.floor(last / LINE) + 1) * LINE);
  return { range, begin, held: { before: before.subarray(begin, end), after: after.subarray(begin, end) } };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isGiven = ({ operation }: NamedOperation): boolean => operation === 'update' || operation === 'read';
const targetOf = ({ ranges }: NamedOperation): NamedRange | undefined => ranges.find(({ role }) => role === 'target');

/** Hashes of what the host and files put into buffers, by operation. What takes too much memory has none. */
async function givenTo(
  run: RunOptions,
  operations: readonly NamedOperation[],
  roundBytes: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<NamedOperation, string>> {
  const given = operations.filter((operation) => isGiven(operation) && bytesOf(operation) <= MOST_BYTES);
  const hashes = new Map<NamedOperation, string>();
  for (const round of inRounds(given, roundBytes, bytesOf).slice(0, MOST_ROUNDS)) {
    const held = await readRound(run, round, signal);
    for (const [index, operation] of round.entries()) {
      const target = targetOf(operation);
      const bytes = target === undefined ? undefined : held[index]?.get(rangeKey(target));
      if (bytes !== undefined) hashes.set(operation, hashOf(bytes.after));
    }
  }
  return hashes;
}

/** Bytes of buffers of which it is not known whether they are what they are in the other capture. */
function doubts(): { readonly add: (ranges: readonly NamedRange[]) => void; readonly concern: (ranges: readonly NamedRange[]) => boolean } {
  const all: NamedRange[] = [];
  const end = ({ offset, length }: NamedRange): bigint => BigInt(offset) + BigInt(length);
  const overlap = (one: NamedRange, other: NamedRange): boolean =>
    one.buffer === other.buffer && BigInt(one.offset) < end(other) && BigInt(other.offset) < end(one);
  return {
    add: (ranges) => void all.push(...ranges),
    concern: (ranges) => ranges.some((range) => all.some((one) => overlap(one, range))),
  };
}

interface Pair {
  readonly expected: NamedOperation;
  readonly actual: NamedOperation;
}

type Ranges = ReadonlyMap<string, Held> | undefined;

/** What both changed, side by side; undefined where it is not as long. */
function stepped(
  pair: Pair,
  theirs: Ranges,
  ours: Ranges,
  isKnown: boolean,
  isGivenAlike: (bytes: Uint8Array) => boolean,
): SteppedOperation | undefined {
  const changes = (operation: NamedOperation, held: Ranges): readonly Changed[] =>
    distinctRanges(operation.ranges).flatMap(
      (range) => changedOf(range, held?.get(rangeKey(range)) ?? { before: new Uint8Array(), after: new Uint8Array() }) ?? [],
    );
  const [expected, actual] = [changes(pair.expected, theirs), changes(pair.actual, ours)];
  if (expected.length !== actual.length) return undefined;
  const ranges: SteppedRange[] = [];
  for (const [index, { range, begin, held }] of actual.entries()) {
    const other = expected[index];
    if (other?.held.after.length !== held.after.length) return undefined;
    const offset = String(BigInt(range.offset) + BigInt(begin));
    const place = { buffer: range.buffer, offset, length: String(held.after.length) };
    ranges.push({ binding: range.ordinal, part: true, ...place, expected: other.held, actual: held });
  }
  // What was not changed is there for what names say of types; it was found in the other capture if that was given the same.
  for (const range of distinctRanges(pair.actual.ranges)) {
    const held = ours?.get(rangeKey(range));
    if (range.role !== 'binding' || held === undefined || actual.some((one) => one.range === range)) continue;
    const { ordinal, buffer, offset, length } = range;
    const place = { binding: ordinal, buffer, offset, length, expected: held, actual: held };
    ranges.push(isGivenAlike(held.before) ? place : { ...place, part: true });
  }
  const execution = ({ record, via, function: name }: NamedOperation): SteppedOperation['actual'] => ({
    record,
    ...(via === undefined ? {} : { via }),
    ...(name === undefined ? {} : { function: name }),
  });
  return { operation: 'dispatch', expected: execution(pair.expected), actual: execution(pair.actual), ranges, whole: isKnown };
}

/** Looks for it. Rejects where a replay fails. */
export async function firstDivergenceOfCaptures(replays: ReplaysByIree, signal: AbortSignal): Promise<Divergence> {
  const { expected, actual, named, otherwise, roundBytes = ROUND_BYTES } = replays;
  const { operations: theirs } = await namedOperations(expected.capture, undefined, signal);
  const { operations: ours } = await namedOperations(actual.capture, undefined, signal);
  const dispatches = (all: readonly NamedOperation[]): readonly NamedOperation[] => all.filter(({ operation }) => operation === 'dispatch');
  const [a, b] = [dispatches(theirs), dispatches(ours)];
  const nameOf = ({ function: name = '' }: NamedOperation): string => name;
  const pairs = matchInOrder(a.map(nameOf), b.map(nameOf)).flatMap(([one, other]) => {
    const [first, second] = [a[one], b[other]];
    return first === undefined || second === undefined || nameOf(first) === '' ? [] : [{ expected: first, actual: second }];
  });
  const given = await givenTo(expected, theirs, roundBytes, signal);
  const givenThere = new Set(given.values());
  const givenHere = await givenTo(actual, ours, roundBytes, signal);
  const bytesOfPair = (pair: Pair): number => bytesOf(pair.expected) + bytesOf(pair.actual);
  const small = pairs.filter((pair) => bytesOfPair(pair) <= MOST_BYTES);
  const doubtful = doubts();
  let behind = 0;
  /** What happens before an operation that nothing is compared of. */
  const passTo = (operation: NamedOperation): void => {
    for (; ours[behind] !== operation && behind < ours.length; behind++) {
      const passed = ours[behind];
      if (passed === undefined) continue;
      const { ranges } = passed;
      const isAlike = isGiven(passed) && givenThere.has(givenHere.get(passed) ?? '');
      const isCarried = passed.operation === 'copy' && !doubtful.concern(ranges.filter(({ role }) => role === 'source'));
      const isHarmless = passed.operation === 'output' || passed.operation === 'write' || passed.operation === 'fill';
      if (!isAlike && !isCarried && !isHarmless) doubtful.add(ranges);
    }
    behind++;
  };
  const rounded = new Set<Pair>();
  let agreed = 0;
  let uncompared = 0;
  for (const round of inRounds(small, roundBytes, bytesOfPair).slice(0, MOST_ROUNDS)) {
    const there = await readRound(
      expected,
      round.map((pair) => pair.expected),
      signal,
    );
    const here = await readRound(
      actual,
      round.map((pair) => pair.actual),
      signal,
    );
    for (const [index, pair] of round.entries()) {
      passTo(pair.actual);
      const isKnown = !doubtful.concern(pair.actual.ranges);
      const step = stepped(pair, there[index], here[index], isKnown, (bytes) => givenThere.has(hashOf(bytes)));
      if (step === undefined) {
        uncompared++;
        doubtful.add(pair.actual.ranges);
        continue;
      }
      const isSame = step.ranges.every((range) => same(range.expected.after, range.actual.after));
      const compare = comparingFor(replays, false, step, () => void rounded.add(pair));
      const first = isSame ? undefined : await diverged(step, { named, otherwise, compare, isElsewhere: true });
      if (first === undefined) {
        agreed++;
        continue;
      }
      const alone = (all: readonly NamedOperation[], of: NamedOperation, side: keyof Pair): number => {
        const matched = new Set(pairs.map((one) => one[side]));
        return all.slice(0, all.indexOf(of)).filter((one) => !matched.has(one)).length;
      };
      const counts = { agreed, missing: alone(a, pair.expected, 'expected'), added: alone(b, pair.actual, 'actual') };
      const unseen = pairs.indexOf(pair) - agreed - uncompared;
      return found(first, { ...counts, uncompared }, unseen, replays.compare === undefined);
    }
  }
  const counts = { agreed, missing: a.length - pairs.length, added: b.length - pairs.length };
  return foundNone({ ...counts, uncompared }, pairs.length - agreed - uncompared, rounded.size);
}
