/** Work of which each that begins takes the place of the one before. */
export interface Latest {
  /** Aborts what goes on, and starts this; resolves when the last that was started has ended. */
  start(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  abort(): void;
}

export function createLatest(): Latest {
  let controller = new AbortController();
  let last: Promise<void> | undefined;
  return {
    start(work) {
      controller.abort();
      controller = new AbortController();
      const own: Promise<void> = work(controller.signal).then(() => (last === own ? undefined : last));
      return (last = own);
    },
    abort: () => controller.abort(),
  };
}
