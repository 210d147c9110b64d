/** A dispatch that is timed alone, on the inputs of the original, and compared with what that leaves. */
import type { InspectedRange } from '../../protocol/replay/inspection';
import type { RunOptions } from '../../protocol/replay/run';
import type { Conditions, Tolerance } from '../../protocol/replay/verification';
import type { RawOutcome } from '../addon/addon';
import type { ListedDispatch } from '../addon/dispatches';
import { bindingType } from '../addon/elementTypes';
import { inspect } from '../addon/inspection';
import type { Measurable } from '../addon/measurement';
import type { Dispatches } from '../addon/measuring';
import { elementTypeOf, type Type } from './comparing';
import { toleranceIn } from './otherInputs';
import type { CompareRanges } from './rangeComparison';
import type { RangeOf, TimedChecks } from './timedChecks';

/** Bytes that a dispatch binds whose outcome is kept. */
const MOST_KEPT = 32 * 2 ** 20;

/** How dispatches are compared. */
export interface DispatchComparison {
  /** Without the candidate. */
  readonly original: RunOptions;
  readonly checks: TimedChecks;
  readonly compare: CompareRanges;
  readonly tolerance: Tolerance;
  /** What the user says that elements are; else the name of the function tells, or that of all functions does. */
  readonly named: Type | undefined;
  readonly otherwise: Type;
  /** A seed of what is chosen by chance. */
  readonly seed: () => number;
}

/** Watches the sides of a dispatch that all of them are at, of which the first is the original, with `on` as inputs. */
export type WatchDispatch = (
  dispatch: ListedDispatch,
  sides: readonly Dispatches[],
  on: Conditions,
  signal: AbortSignal,
) => Promise<readonly Measurable[]>;

const isTooMuch = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'RESOURCE_EXHAUSTED';

export function dispatchWatcher(how: DispatchComparison): WatchDispatch {
  const { original, checks, compare, tolerance, named, otherwise, seed } = how;
  /** What the original leaves: the same in each preparation on the same inputs. */
  const outcomes = new Map<number | undefined, Map<ListedDispatch, RawOutcome>>();
  const outcomeOf = async (
    dispatch: ListedDispatch,
    side: Dispatches | undefined,
    { perturbation }: Conditions,
    signal: AbortSignal,
  ): Promise<RawOutcome | undefined> => {
    const ofInputs = outcomes.get(perturbation) ?? new Map<ListedDispatch, RawOutcome>();
    outcomes.set(perturbation, ofInputs);
    const known = ofInputs.get(dispatch);
    if (known !== undefined || side === undefined) return known;
    try {
      const found = await side.outcome(signal);
      if (found.bytes <= MOST_KEPT) ofInputs.set(dispatch, found);
      return found;
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      checks.leaveOut(`#${String(dispatch.record)} binds more memory than can be compared while it is timed.`);
      return undefined;
    }
  };
  return async (dispatch, sides, on, signal) => {
    const { record, via, function: name } = dispatch;
    const right = await outcomeOf(dispatch, sides[0], on, signal);
    if (right === undefined) return sides;
    const place = { record, ...(via === undefined ? {} : { via }) };
    const typeOf = (ordinal: number): Type => named ?? bindingType(name, ordinal, right.bindings) ?? otherwise;
    const boundAt = async (ordinal: number): Promise<InspectedRange | undefined> => {
      const { inspection } = await inspect({ run: { ...original, ...on }, ...place }, signal);
      return inspection.ranges.find((one) => one.ordinal === ordinal);
    };
    const rangeOf: RangeOf = async ({ ordinal, expected, actual }) => {
      const range = await boundAt(ordinal);
      const { buffer, offset, length } = range ?? { buffer: '0', offset: '0', length: String(expected.length) };
      const compared = await compare({ ...place, function: name, buffer, offset, length }, expected, actual, typeOf(ordinal));
      return { ...compared, ...on };
    };
    const within = toleranceIn(on, tolerance);
    const types = Array.from({ length: right.bindings }, (_, ordinal) => elementTypeOf(typeOf(ordinal)));
    const watched: Measurable[] = [];
    for (const [side, one] of sides.entries()) {
      const wrong = await one.expect(right, types, within, seed(), signal);
      watched.push(checks.watch(side, one, rangeOf));
      if (wrong === undefined) continue;
      // What the original leaves as it is, others may read.
      if ((await boundAt(wrong.ordinal))?.changed === '0') checks.differs(side, wrong, rangeOf);
      else checks.doubt(`executed alone, #${String(record)} does not leave what it leaves in a replay that agrees`);
    }
    return watched;
  };
}
