/** What is asked, and said, of the first operation with other results on a device of the user's IREE. */
import type { Divergence, DivergedOperation } from '../../protocol/replay/verification';
import type { RunOptions } from '../../protocol/replay/run';
import type { SteppedOperation, SteppedRange } from '../addon/lockstep';
import { sizeOf, type Type } from '../comparing/comparing';
import { divergenceSentence, operations, uncomparedWords, undivergedSentence } from '../comparing/divergenceSentence';
import { comparingRanges, type CompareRanges } from '../comparing/rangeComparison';
import { operationsFor, roundingTolerance } from '../comparing/rounding';
import { MOST_ROUNDS, same } from './tappedRounds';

/** Two replays, the first being right by definition. */
export interface ReplaysByIree {
  readonly expected: RunOptions;
  readonly actual: RunOptions;
  /** What the user says that elements are; else the name of the function tells, or that of all functions does. */
  readonly named: Type | undefined;
  readonly otherwise: Type;
  /** How results are compared; by default up to what rounding may explain, or exactly on the same devices. */
  readonly compare?: CompareRanges;
  /** Bytes that one round may read on each side; as much as is held in memory of each. */
  readonly roundBytes?: number;
}

type Counts = Pick<Divergence, 'agreed' | 'missing' | 'added' | 'uncompared'>;

/** Compares up to what rounding may explain of what the operation leaves; `said` hears where that was needed. */
function withinRounding({ ranges }: SteppedOperation, said: () => void): CompareRanges {
  const isChanged = ({ expected, actual }: SteppedRange): boolean => [expected, actual].some(({ before, after }) => !same(before, after));
  return async (place, expected, actual, type) => {
    const elements = ({ length }: SteppedRange): number => Number(length) / sizeOf(type);
    const read = ranges.filter((range) => !isChanged(range)).map(elements);
    const operations = operationsFor({ read, written: Number(place.length) / sizeOf(type) });
    const tolerance = roundingTolerance(expected, type, operations);
    const compared = await comparingRanges(tolerance, [])(place, expected, actual, type);
    if (tolerance.absolute > 0 && compared.bitEqual !== compared.elements) said();
    return compared;
  };
}

/** As the options say; else exactly on the same devices, and up to what rounding may explain on others. */
export function comparingFor({ compare }: ReplaysByIree, isExact: boolean, step: SteppedOperation, said: () => void): CompareRanges {
  if (compare !== undefined) return compare;
  return isExact ? comparingRanges({ absolute: 0, relative: 0, ulp: 0, nanEqual: false }, []) : withinRounding(step, said);
}

/** Said where nobody has given a tolerance. */
const WITHIN_ROUNDING =
  'Without a tolerance, numbers count as equal here if rounding may explain how far they are apart, given their type and the number of operations for each.';

/** Said instead where nothing tells what elements are. */
const UNTYPED = 'The type of its elements is not known, so their bytes are compared, which rounding alone may change: name it with --type.';

/**
 * The operation that was found, where so many before it were not looked at, for they touch too much memory; `byRounding` where the tolerance
 * was that of rounding.
 */
export function found(first: DivergedOperation, counts: Counts, unseen: number, byRounding: boolean): Divergence {
  const untyped = first.left.some(({ type }) => type === 'bytes');
  const sentences = [
    divergenceSentence(first, counts, 'function'),
    ...(unseen === 0 ? [] : [`Before it, ${operations(unseen)} touch too much memory to be looked at.`]),
    ...(byRounding ? [untyped ? UNTYPED : WITHIN_ROUNDING] : []),
  ];
  return { sentence: sentences.join(' '), first, ...counts, uncompared: counts.uncompared + unseen };
}

/** None was found: so many were not looked at, and of so many that were rounding may explain what differs. */
export function foundNone(counts: Counts, unseen: number, rounded: number): Divergence {
  const all = { ...counts, uncompared: counts.uncompared + unseen };
  if (unseen === 0 && rounded === 0) return { sentence: undivergedSentence(counts, 'function'), ...all };
  const agreed = operations(counts.agreed);
  const sentences = [
    rounded === 0
      ? `Where they begin to differ is not known: ${agreed} leave the same on both sides.`
      : `No operation leaves more than rounding may explain; of ${agreed}, ${String(rounded)} leave${rounded === 1 ? 's' : ''} other bits.`,
    ...(unseen === 0
      ? []
      : [
          `${operations(unseen)} touch too much memory to be looked at, or come after the limit of ${String(MOST_ROUNDS)} rounds of replays.`,
        ]),
    ...(rounded === 0 ? [] : ['Give a tolerance, such as --relative, to have them compared with that.']),
  ];
  return { sentence: `${sentences.join(' ')}${uncomparedWords(counts, 'function')}`, ...all };
}
