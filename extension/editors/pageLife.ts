/** Whether there is a page that has started, as its editor knows it. */
export interface PageLife {
  /** Whether the page of now has what it starts with, so that it can be told something. */
  readonly started: boolean;
  /**
   * A page starts; what is returned is to be called once it has what it starts with, and says whether it is still there: VS Code may load a
   * page twice at once, and the next one would be told before it has started, and forget it then.
   */
  readonly starting: () => () => boolean;
  /** The page has gone. */
  readonly left: () => void;
}

export function createPageLife(): PageLife {
  /** Changes with every page that goes. */
  let page = 0;
  let started = false;
  return {
    get started() {
      return started;
    },
    starting() {
      const starts = page;
      return () => {
        if (starts !== page) return false;
        started = true;
        return true;
      };
    },
    left() {
      page++;
      started = false;
    },
  };
}
