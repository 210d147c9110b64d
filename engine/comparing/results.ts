/** Results of an operation, by two programs that compute it. */
import { ELEMENT_TYPES, type ElementType } from '../../protocol/replay/element';
import type { Tolerance } from '../../protocol/replay/verification';
import type { TorchComparedResult } from '../../protocol/torch/capturing';
import { counted, grouped } from '../../protocol/words/countWords';
import { compareElements } from './comparing';
import { roundingTolerance } from './rounding';
import { toleranceFor } from './tolerances';

/** Why results need not be the same though both programs are right. */
const INCOMPARABLE = {
  random: 'PyTorch itself gives another each time',
  unwritten: 'it is memory that nothing has written',
  choice: 'it says where elements are, and PyTorch does not say which of equal ones it means',
  unstable: 'rounding may make it arbitrarily different',
} as const;

/** A result, as PyTorch has it. */
export interface ExpectedResult {
  /** "141x512xbf16". */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** `choice`, `unstable`: it may be the same, and then is. */
  readonly incomparable?: keyof typeof INCOMPARABLE;
}

/** The type of the elements of "141x512xbf16"; undefined for what is none. */
export const elementOf = (type: string): ElementType | undefined => ELEMENT_TYPES.find((one) => one === /[^x]*$/.exec(type)?.[0]);

/** With more operations rounding is not what sets results apart: 838 of f32 lose 0.0001 of the largest element. */
const MOST_OPERATIONS = 838;

/**
 * Compares a result's elements within what is asked, or what its type allows. Sums of f32 that cancel each other may be farther apart than that by rounding
 * alone: `operations` are for each element, and what they may lose is allowed where nobody asks for less.
 */
export async function compareResult(
  { type, bytes, incomparable }: ExpectedResult,
  actual: Uint8Array,
  asked: Tolerance,
  operations: number,
): Promise<TorchComparedResult> {
  const element = elementOf(type);
  if (element === undefined) return { type, verdict: 'not-known', why: 'elements of this type are not compared' };
  if (bytes.length !== actual.length) {
    return { type, verdict: 'differs', why: `IREE gives ${counted(actual.length, 'byte')}, and PyTorch ${grouped(bytes.length)}` };
  }
  if (incomparable === 'random' || incomparable === 'unwritten') return { type, verdict: 'not-known', why: INCOMPARABLE[incomparable] };
  const tolerance = toleranceFor(element, asked);
  const { agrees, onlyNan, ...compared } = await comparedWithin(bytes, actual, element, tolerance);
  // Of a wrong kernel that gives NaN, nothing would be seen.
  if (agrees && onlyNan) return { type, verdict: 'not-known', why: 'it is NaN throughout on this data', compared };
  if (agrees) return { type, verdict: 'agrees', compared };
  if (element === 'f32' && tolerance !== asked) {
    const { absolute } = roundingTolerance(bytes, element, Math.min(operations, MOST_OPERATIONS));
    const { agrees: rounded, onlyNan: _, ...wider } = await comparedWithin(bytes, actual, element, { ...tolerance, absolute });
    if (rounded)
      return { type, verdict: 'agrees', why: `its sums of up to ${grouped(operations)} numbers lose as much by rounding`, compared: wider };
  }
  return incomparable === undefined
    ? { type, verdict: 'differs', compared }
    : { type, verdict: 'not-known', why: `it is not the same: ${INCOMPARABLE[incomparable]}`, compared };
}

async function comparedWithin(
  expected: Uint8Array,
  actual: Uint8Array,
  element: ElementType,
  tolerance: Tolerance,
): Promise<NonNullable<TorchComparedResult['compared']> & { readonly agrees: boolean; readonly onlyNan: boolean }> {
  const found = await compareElements(expected, actual, element, tolerance);
  const { elements, bitEqual, outOfTolerance, maxAbsolute, maxRelative, maxUlp, nanExpected, first, agrees } = found;
  const { absolute, relative, ulp } = tolerance;
  return {
    ...{ element, elements, bitEqual, outOfTolerance, maxAbsolute, maxRelative, maxUlp },
    tolerance: { absolute, relative, ulp },
    ...(first === undefined ? {} : { first }),
    agrees,
    onlyNan: elements !== '0' && nanExpected === elements,
  };
}
