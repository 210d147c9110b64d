/** Something that is wanted again and again, and done once when no more of it comes. */
export interface AtRest {
  /** It is owed from now on. */
  soon(): void;
  /** Does it now, if it is owed: there may be no later. */
  flush(): void;
}

/** Calls `act` when it has not been wanted for `pause` milliseconds. */
export function createAtRest(pause: number, act: () => void): AtRest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    act();
  };
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    flush,
  };
}
