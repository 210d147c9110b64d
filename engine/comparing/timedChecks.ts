/** Whether what is timed is also right: what is found among the timed executions of original, candidate, and original once more. */
import type { ComparedRange, KeptState, VerificationResult } from '../../protocol/replay/verification';
import { leftBehind } from './leftBehind';
import type { Checked, Measurable, Wrong } from '../addon/measurement';

/** Which of the sides that are timed together is the candidate. */
export const CANDIDATE = 1;

/** Says of something wrong where it is, and how it differs. */
export type RangeOf = (wrong: Wrong) => Promise<ComparedRange>;

/** What was found so far. */
export interface TimedFindings {
  /** Executions of the candidate that were compared. */
  readonly compared: number;
  /** What the candidate left otherwise than before. */
  readonly wrong: (() => Promise<ComparedRange>) | undefined;
  readonly keptState: KeptState | undefined;
  /** Why a candidate that differs may not be to blame. */
  readonly doubt: string | undefined;
  /** What could not be compared, a sentence each. */
  readonly leftOut: readonly string[];
}

export interface TimedChecks {
  /** The same, what it finds being noted. */
  watch(side: number, checked: Checked, rangeOf: RangeOf): Measurable;
  /** Notes something wrong that was found otherwise. */
  differs(side: number, found: Wrong, rangeOf: RangeOf): void;
  /** Notes what nothing can be said about; nothing more is to be measured then. */
  doubt(why: string): void;
  /** Notes, in a sentence, what is not compared. */
  leaveOut(what: string): void;
  /** At the end of a preparation: compares once more, and all that there is. */
  finish(signal: AbortSignal): Promise<void>;
  /** Before what is watched is closed: it is not watched any longer. */
  release(): void;
  findings(): TimedFindings;
}

/** Calls `stop` once there is nothing more to be measured. */
export function createTimedChecks(stop: () => void): TimedChecks {
  const watched: { readonly side: number; readonly checked: Checked; readonly rangeOf: RangeOf }[] = [];
  let compared = 0;
  let wrong: TimedFindings['wrong'];
  const kept: { readonly candidate: (KeptState | undefined)[]; readonly original: (KeptState | undefined)[] } = {
    candidate: [],
    original: [],
  };
  let doubt: string | undefined;
  const leftOut = new Set<string>();
  const note = (side: number, found: Wrong | undefined, rangeOf: RangeOf): void => {
    if (found === undefined) return;
    if (side === CANDIDATE) wrong ??= () => rangeOf(found);
    else doubt ??= 'the original itself leaves other results while it is timed';
    stop();
  };
  return {
    watch: (side, checked, rangeOf) => {
      watched.push({ side, checked, rangeOf });
      return {
        measure: async (limits, signal) => {
          const measurement = await checked.measure(limits, signal);
          note(side, measurement.wrong, rangeOf);
          return measurement;
        },
      };
    },
    differs: note,
    doubt: (why) => {
      doubt ??= why;
      stop();
    },
    leaveOut: (what) => {
      leftOut.add(what);
    },
    finish: async (signal) => {
      for (const { side, checked, rangeOf } of watched) {
        if (signal.aborted) return;
        const found = await checked.check(signal).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          return undefined;
        });
        note(side, found, rangeOf);
      }
    },
    release: () => {
      for (const { side, checked } of watched.splice(0)) {
        kept[side === CANDIDATE ? 'candidate' : 'original'].push(checked.keptState());
        if (side === CANDIDATE) compared += checked.compared();
      }
    },
    findings: () => ({ compared, wrong, keptState: leftBehind(kept.candidate, kept.original), doubt, leftOut: [...leftOut] }),
  };
}

/**
 * What a verification comes to, with what was found while its candidate was timed, on other inputs as well where a seed of them is given;
 * its sentence is still the former.
 */
export async function withTimed(
  verification: VerificationResult,
  found: TimedFindings,
  perturbation?: number,
): Promise<VerificationResult> {
  const { compared, wrong, keptState: state, doubt } = found;
  const leftOut = [...(verification.leftOut === undefined ? [] : [verification.leftOut]), ...found.leftOut].join(' ');
  const differs = wrong !== undefined && doubt === undefined;
  return {
    ...(state === undefined ? {} : { keepsState: state }),
    ...verification,
    agrees: verification.agrees && wrong === undefined && doubt === undefined && state === undefined,
    ranges: differs ? [...verification.ranges, await wrong()] : verification.ranges,
    timed: { compared, differs, ...(perturbation === undefined ? {} : { perturbation }) },
    ...(leftOut === '' ? {} : { leftOut }),
    ...(doubt === undefined ? {} : { unknown: doubt }),
  };
}
