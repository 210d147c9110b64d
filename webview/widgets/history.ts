/** Places that were visited, as in a browser: going somewhere forgets what lay forward. */
export interface History<T> {
  readonly current: T | undefined;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  /** Goes to a new place; nothing happens when it is the current one. */
  visit(place: T): void;
  /** The place before, now current; undefined at the first. */
  back(): T | undefined;
  forward(): T | undefined;
  clear(): void;
}

const MAX_PLACES = 200;

export function createHistory<T>(): History<T> {
  let places: T[] = [];
  let at = -1;
  return {
    get current() {
      return places[at];
    },
    get canGoBack() {
      return at > 0;
    },
    get canGoForward() {
      return at < places.length - 1;
    },
    visit(place) {
      if (places[at] === place) return;
      places = [...places.slice(0, at + 1), place].slice(-MAX_PLACES);
      at = places.length - 1;
    },
    back() {
      return at > 0 ? places[--at] : undefined;
    },
    forward() {
      return at < places.length - 1 ? places[++at] : undefined;
    },
    clear() {
      places = [];
      at = -1;
    },
  };
}
