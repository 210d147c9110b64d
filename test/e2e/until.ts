import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `ask` returns something else than undefined or false. While editors change places a webview may be gone or
 * be there twice: an error of `ask` is one more reason to ask again, and is told when time is up.
 */
export async function until<T>(what: string, ask: () => T | undefined | false | Promise<T | undefined | false>, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    let cause: unknown;
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end)
      throw new Error(`after ${seconds} s still not: ${what}${cause instanceof Error ? `; ${cause.message}` : ''}`, { cause });
    await sleep(50);
  }
}
