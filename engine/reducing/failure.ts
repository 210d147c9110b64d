/** What it is that a capture fails by, and whether one of fewer records still does. */
import type { ReduceTold } from '../../protocol/sharing/sharing';
import { check, type CheckEnd } from './check';

/** A try of fewer records that takes this many times as long as that of all, and at least so long, has another failure. */
const TIMES_AS_LONG = 10;
const LEAST_TIMEOUT_MS = 10_000;

/** How it fails, as CheckEnd has it. */
export type Failing = Pick<CheckEnd, 'end' | 'said'>;

/** The failure of a whole capture. */
export interface Failure {
  /** It is none where operations are executed in another order, as without their semaphores. */
  readonly keepsOrder: boolean;
  readonly whole: Failing;
  /** What a capture of these of its records says; undefined where it does not fail the same way. */
  readonly of: (capture: string, records: readonly number[]) => Promise<Failing | undefined>;
}

/** How long a try may take, after the whole capture took that long. */
export const tryTimeoutMs = ({ timeoutSeconds }: Pick<ReduceTold, 'timeoutSeconds'>, wholeMs: number): number =>
  timeoutSeconds === undefined ? Math.max(LEAST_TIMEOUT_MS, TIMES_AS_LONG * wholeMs) : timeoutSeconds * 1000;

/** That of a command. Rejects where it does not fail with the whole capture. */
export async function failureOfCommand(command: string, told: ReduceTold, signal: AbortSignal): Promise<Failure> {
  const { capture, folder: cwd, says } = told;
  const start = Date.now();
  const whole = await check(command, capture, { cwd, signal });
  if (!whole.failed) throw new Error(`The check does not fail with the whole capture: it ended with ${whole.end}.`);
  if (says !== undefined && !whole.output.includes(says))
    throw new Error(`The check fails with the whole capture, but does not say ${says}.`);
  const timeoutMs = tryTimeoutMs(told, Date.now() - start);
  const of = async (candidate: string): Promise<Failing | undefined> => {
    const ended = await check(command, candidate, { cwd, timeoutMs, signal });
    return ended.failed && ended.end === whole.end && (says === undefined || ended.output.includes(says)) ? ended : undefined;
  };
  return { keepsOrder: false, whole, of };
}
