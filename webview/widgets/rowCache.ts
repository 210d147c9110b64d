/**
 * Rows by page. A page that is void (after rows moved) stays to be drawn until the new one has come; of several
 * answers for one page the latest asked wins.
 */

/** What a fetch brings: rows from `start`, and how many there are in all. */
export interface FetchedRows<T> {
  readonly start: number;
  readonly total: number;
  /** Changes when rows have moved. */
  readonly version: number;
  readonly rows: readonly T[];
}

interface Page<P> {
  page: P | undefined;
  /** Generation that it was fetched in. */
  generation: number;
  pending: boolean;
}

export interface RowCache<T, P extends FetchedRows<T>> {
  readonly total: number;
  /** The row, even a stale one; undefined while it has never been fetched. */
  row(index: number): T | undefined;
  /** The page that holds the row `index`. */
  page(index: number): P | undefined;
  /** Fetches what of rows [first, end) is missing or stale. */
  want(first: number, end: number): void;
  /** Takes a page that came with another answer. */
  accept(page: P): void;
  /** Marks everything stale: rows have moved or changed. */
  invalidate(): void;
  /** Forgets everything, for another document. */
  clear(): void;
}

/** Pages kept at most; the farthest from the last wanted row go first. */
const MAX_PAGES = 64;

/** Creates a cache over `fetch`; `changed` is called when rows arrived. A failed fetch is asked again when next wanted. */
export function createRowCache<T, P extends FetchedRows<T>>(
  pageSize: number,
  fetch: (start: number, count: number) => Promise<P>,
  changed: () => void,
): RowCache<T, P> {
  const pages = new Map<number, Page<P>>();
  let total = 0;
  let version: number | undefined;
  let generation = 0;

  const entry = (number: number): Page<P> => {
    let found = pages.get(number);
    if (found === undefined) pages.set(number, (found = { page: undefined, generation: -1, pending: false }));
    return found;
  };

  const evict = (near: number): void => {
    if (pages.size <= MAX_PAGES) return;
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const number of far.slice(0, pages.size - MAX_PAGES)) {
      if (pages.get(number)?.pending !== true) pages.delete(number);
    }
  };

  const take = (number: number, page: P, asked: number): void => {
    if (asked !== generation) return;
    if (version !== undefined && page.version !== version) {
      generation++;
    }
    version = page.version;
    total = page.total;
    const target = entry(number);
    target.page = page;
    target.generation = generation;
  };

  const load = async (number: number): Promise<void> => {
    const target = entry(number);
    if (target.pending) return;
    target.pending = true;
    const asked = generation;
    try {
      take(number, await fetch(number * pageSize, pageSize), asked);
    } catch {
      // The caller of `fetch` reports; the page stays as it was and is asked again.
    } finally {
      target.pending = false;
    }
    changed();
  };

  return {
    get total() {
      return total;
    },
    row(index) {
      return pages.get(Math.floor(index / pageSize))?.page?.rows[index % pageSize];
    },
    page(index) {
      return pages.get(Math.floor(index / pageSize))?.page;
    },
    want(first, end) {
      const from = Math.floor(Math.max(0, first) / pageSize);
      const to = Math.floor(Math.max(first, Math.min(end, Math.max(total, 1)) - 1) / pageSize);
      for (let number = from; number <= to; number++) {
        const known = pages.get(number);
        if (known?.generation !== generation) void load(number);
      }
      evict(from);
    },
    accept(page) {
      if (page.version !== version) generation++;
      version = page.version;
      total = page.total;
      if (page.start % pageSize !== 0) return;
      const target = entry(page.start / pageSize);
      target.page = page;
      target.generation = generation;
    },
    invalidate() {
      generation++;
      version = undefined;
    },
    clear() {
      pages.clear();
      generation++;
      version = undefined;
      total = 0;
    },
  };
}
