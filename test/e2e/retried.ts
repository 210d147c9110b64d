/** Actions that may come to nothing because what they are done to is drawn anew at that moment. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Retried {
  /** What is wanted, and what is done for it, as a failure tells them. */
  readonly wanted: string;
  readonly doing: string;
  readonly act: () => Promise<unknown>;
  readonly holds: () => Promise<boolean>;
  /** What is there in place of what is wanted. */
  readonly instead: () => Promise<string | null>;
  /** How long what was done may take to show; 2 s unless told. */
  readonly momentSeconds?: number;
}

/** Does an action until a condition holds, giving a redraw a moment between tries. An error of either is a reason to try again. */
export async function actUntil({ wanted, doing, act, holds, instead, momentSeconds = 2 }: Retried, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  let cause: unknown;
  let times = 0;
  const attempt = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask();
    } catch (error) {
      cause = error;
      return undefined;
    }
  };
  while (times === 0 || Date.now() < end) {
    await attempt(act);
    times++;
    const moment = Date.now() + momentSeconds * 1000;
    while (Date.now() < moment) {
      if ((await attempt(holds)) === true) return;
      await sleep(50);
    }
  }
  const there = (await attempt(instead)) ?? 'nothing that answers';
  const last = cause instanceof Error ? `; the last error: ${cause.message}` : '';
  throw new Error(`wanted ${wanted}, after ${doing} ${String(times)} times in ${String(seconds)} s there is ${there}${last}`, { cause });
}
