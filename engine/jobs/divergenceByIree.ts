/**
 * The first operation whose results are not the same on two devices of the user's IREE. Nothing steps through a replay there: taps before and
 * behind each operation tell what it found and left, as many in one replay of each side as memory and disk may take, round by round from
 * the first operation on.
 */
import type { Divergence } from '../../protocol/replay/verification';
import { namedOperations, type NamedOperation, type NamedRange } from '../addon/composing';
import type { SteppedOperation, SteppedRange } from '../addon/lockstep';
import { rangeKey } from '../comparing/distinctRanges';
import { diverged } from '../comparing/firstDivergence';
import { comparingFor, found, foundNone, type ReplaysByIree } from './divergenceFound';
import { bytesOf, inRounds, MOST_BYTES, MOST_ROUNDS, readRound, ROUND_BYTES, same, type Held } from './tappedRounds';

/** An operation whose results depend on what it finds, or on the capture; what the host writes is the same on both sides. */
type Compared = NamedOperation & { readonly operation: SteppedOperation['operation'] };

const COMPARED: ReadonlySet<string> = new Set(['dispatch', 'fill', 'copy', 'read'] satisfies SteppedOperation['operation'][]);
const isCompared = (operation: NamedOperation): operation is Compared => COMPARED.has(operation.operation);

/** A range of both sides. */
interface Both {
  readonly range: NamedRange;
  readonly expected: Held;
  readonly actual: Held;
}

/** The operation as the comparison of two replays takes it. Undefined where a copy has only carried what was there. */
function stepped(operation: Compared, ranges: readonly Both[]): SteppedOperation | undefined {
  const source = ranges.find(({ range: { role } }) => role === 'source');
  if (source !== undefined && operation.operation === 'copy' && !same(source.expected.before, source.actual.before)) return undefined;
  const count = ranges.find(({ range: { role } }) => role === 'count');
  const taken: SteppedRange[] = ranges
    .filter(({ range: { role } }) => role === 'binding' || role === 'target')
    .map(({ range: { role, ordinal, buffer, offset, length }, expected, actual }) => {
      const place = { buffer, offset, length, expected, actual };
      return role === 'binding' ? { binding: ordinal, ...place } : place;
    });
  const { record, via, function: name } = operation;
  const execution = { record, ...(via === undefined ? {} : { via }), ...(name === undefined ? {} : { function: name }) };
  const whole = count === undefined || same(count.expected.before, count.actual.before);
  return { operation: operation.operation, expected: execution, actual: execution, ranges: taken, whole };
}

/** Looks for it. Rejects where a replay fails. */
export async function firstDivergenceByIree(replays: ReplaysByIree, signal: AbortSignal): Promise<Divergence> {
  const { expected, actual, named, otherwise, roundBytes = ROUND_BYTES } = replays;
  const { operations } = await namedOperations(actual.capture, undefined, signal);
  const all = operations.filter(isCompared);
  const small = all.filter((operation) => bytesOf(operation) <= MOST_BYTES);
  const rounds = inRounds(small, roundBytes, bytesOf);
  const isExact = expected.devices.join() === actual.devices.join();
  let agreed = 0;
  const rounded = new Set<Compared>();
  for (const round of rounds.slice(0, MOST_ROUNDS)) {
    const theirs = await readRound(expected, round, signal);
    const ours = await readRound(actual, round, signal);
    for (const [index, operation] of round.entries()) {
      const both = operation.ranges.flatMap((range) => {
        const [a, b] = [theirs[index]?.get(rangeKey(range)), ours[index]?.get(rangeKey(range))];
        return a === undefined || b === undefined ? [] : [{ range, expected: a, actual: b }];
      });
      const step = both.every(({ expected: a, actual: b }) => same(a.after, b.after)) ? undefined : stepped(operation, both);
      const compare = step === undefined ? undefined : comparingFor(replays, isExact, step, () => void rounded.add(operation));
      const first =
        step === undefined || compare === undefined ? undefined : await diverged(step, { named, otherwise, compare, isElsewhere: false });
      if (first === undefined) {
        agreed++;
        continue;
      }
      const before = new Set(small.slice(0, agreed));
      const unseen = all.slice(0, all.indexOf(operation)).filter((one) => !before.has(one)).length;
      return found(first, { agreed, missing: 0, added: 0, uncompared: 0 }, unseen, !isExact && replays.compare === undefined);
    }
  }
  return foundNone({ agreed, missing: 0, added: 0, uncompared: 0 }, all.length - agreed, rounded.size);
}
