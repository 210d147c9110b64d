/** What a test of one of a series found, held against the good one; and what that is an answer to. */
import type { Difference } from '../../protocol/measurement/difference';
import type { EngineState, ProcessJob } from '../../protocol/processes/engine';
import { CANCELLED, crashSentence, TIMEOUT } from '../../protocol/words/crashSentence';
import type { Answer } from './search';
import { limitOf, sideOfLimit } from './timeLimit';

export type Outcome =
  /** `skipped`: it does not build or cannot be loaded. `unknown`: that of it which is asked cannot be told. */
  | { readonly kind: 'same' | 'differs' | 'skipped' | 'unknown'; readonly sentence: string }
  /** It does not come to its end. Two that end the same way have the same `how`. */
  | { readonly kind: 'fails'; readonly how: string; readonly sentence: string }
  | { readonly kind: 'timed'; readonly difference: Difference; readonly sentence: string };

/** No fault of what is tested. */
const OTHER_CAUSES: readonly string[] = ['UNAVAILABLE', 'RESOURCE_EXHAUSTED'];
/** A kernel that returns an error. */
const FAILED = 'INTERNAL';
const LATE = 'DEADLINE_EXCEEDED';

/** What it means for a build that a job did not end well. Throws where it was cancelled. */
export function endedBadly(state: EngineState<ProcessJob>): Outcome {
  if (state.state === 'crashed') {
    const { signal, loading } = state.crash;
    if (signal === CANCELLED) throw new Error('cancelled');
    const sentence = `It ${crashSentence(state.crash)}.`;
    return loading === true ? { kind: 'skipped', sentence } : { kind: 'fails', how: signal === TIMEOUT ? LATE : signal, sentence };
  }
  if (state.state === 'failed') {
    const { code, message } = state.problem;
    const sentence = `${message.replace(/\.$/, '')}.`;
    if (code === LATE) return { kind: 'fails', how: LATE, sentence };
    if (code === FAILED) return { kind: 'fails', how: message, sentence };
    return OTHER_CAUSES.includes(code) ? { kind: 'unknown', sentence } : { kind: 'skipped', sentence: `It cannot be loaded: ${sentence}` };
  }
  if (state.state === 'refused') {
    const message = state.problems.find(({ severity }) => severity === 'error')?.message ?? 'the replay is refused';
    return { kind: 'skipped', sentence: `It cannot be replayed: ${message.replace(/\.$/, '')}.` };
  }
  throw new Error(state.state === 'cancelled' ? 'cancelled' : `the job ended ${state.state}`);
}

/** Whether the good one is as itself, and the bad one otherwise. */
export function answerAtEnd(outcome: Outcome): Answer {
  if (outcome.kind === 'same') return 'good';
  if (outcome.kind === 'differs' || outcome.kind === 'fails') return 'bad';
  if (outcome.kind !== 'timed') return 'unknown';
  const { verdict } = outcome.difference;
  return verdict === 'not-known-yet' ? 'unknown' : verdict === 'no-difference' ? 'good' : 'bad';
}

/**
 * Whether it is as the good one, or otherwise as the bad one is. One that fails in another way than the bad one tells nothing: it may be
 * another fault. Of times neither one near the limit does.
 */
export function answerOf(outcome: Outcome, bad: Outcome): Answer {
  if (outcome.kind === 'fails') return bad.kind === 'fails' && bad.how === outcome.how ? 'bad' : 'unknown';
  if (outcome.kind !== 'timed') return answerAtEnd(outcome);
  const limit = bad.kind === 'timed' ? limitOf(bad.difference) : undefined;
  return limit === undefined ? 'unknown' : sideOfLimit(outcome.difference, limit);
}
