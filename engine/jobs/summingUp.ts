/** What a measurement says when it is asked to end while it executes nothing. */

/** Progress, and work that executes nothing captured. */
export interface SummingUp<Progress> {
  readonly report: (progress: Progress) => void;
  /**
   * Does `work`, of which whoever asks for the end before or meanwhile hears: it may take seconds, of a million samples or on a busy
   * machine, and is no kernel that does not return.
   */
  readonly sumUp: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Passes progress on to `report`; what is heard of work is the last of it once more. */
export function summingUp<Progress>(report: (progress: Progress) => void, signal: AbortSignal): SummingUp<Progress> {
  let latest: Progress | undefined;
  const sayAgain = (): void => {
    if (latest !== undefined) report(latest);
  };
  return {
    report: (progress) => {
      latest = progress;
      report(progress);
    },
    sumUp: async (work) => {
      if (signal.aborted) sayAgain();
      else signal.addEventListener('abort', sayAgain, { once: true });
      try {
        return await work();
      } finally {
        signal.removeEventListener('abort', sayAgain);
      }
    },
  };
}
