/** Where the keyboard is in a list whose selection is told by somebody else, who may need a while to follow. */

export interface Cursor {
  /** Key of the row that the next key acts on; undefined where there is none. */
  readonly at: string | undefined;
  /** The user goes to a row. */
  choose(key: string): void;
  /** The row that is selected as far as the other knows. What the user has chosen since is not taken back by it. */
  follow(told: string | undefined): void;
}

export function createCursor(): Cursor {
  let at: string | undefined;
  let told: string | undefined;
  /** Chosen, and not yet told, in order. */
  let ahead: readonly string[] = [];
  return {
    get at() {
      return at;
    },
    choose(key) {
      at = key;
      ahead = [...ahead, key];
    },
    follow(now) {
      if (now === told) return;
      told = now;
      const reached = now === undefined ? -1 : ahead.indexOf(now);
      // Something else has changed the selection.
      if (reached === -1) {
        at = now;
        ahead = [];
        return;
      }
      ahead = ahead.slice(reached + 1);
    },
  };
}
