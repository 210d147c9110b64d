import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two questions: at first this, then a twelfth of the time that has gone by, and at most that. */
const [SOONEST, LATEST] = [30, 250];

/**
 * Waits until `ask` returns something else than undefined or false. While editors change places a webview may be gone or
 * be there twice: an error of `ask` is one more reason to ask again, and is told when time is up. What is waited for long is asked for
 * less often, for each question takes from the processors that the work has which it waits for.
 */
export async function until<T>(what: string, ask: () => T | undefined | false | Promise<T | undefined | false>, seconds = 60): Promise<T> {
  const begun = Date.now();
  for (;;) {
    let cause: unknown;
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    const waited = Date.now() - begun;
    if (waited > seconds * 1000)
      throw new Error(`after ${seconds} s still not: ${what}${cause instanceof Error ? `; ${cause.message}` : ''}`, { cause });
    await sleep(Math.min(Math.max(waited / 12, SOONEST), LATEST));
  }
}
