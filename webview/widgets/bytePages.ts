/** Bytes of something that is shown in part, fetched in pages when they are drawn. */

export interface BytePages {
  /** The byte at `offset`; undefined until it has been fetched. */
  at(offset: number): number | undefined;
  /** Fetches what of [start, end) is missing. */
  want(start: number, end: number): void;
}

export interface BytePagesOptions {
  /** Of all that there is. */
  readonly length: number;
  readonly pageBytes: number;
  /** Pages that fail are asked for again when they are wanted next. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
  /** Bytes have arrived. */
  readonly changed: () => void;
}

/** Pages that are kept; those that were fetched first go first. */
const MOST_PAGES = 64;

export function createBytePages({ length, pageBytes, read, changed }: BytePagesOptions): BytePages {
  const pages = new Map<number, Uint8Array | 'pending'>();
  const load = async (page: number): Promise<void> => {
    pages.set(page, 'pending');
    try {
      const bytes = await read(page * pageBytes, Math.min(pageBytes, length - page * pageBytes));
      pages.delete(page);
      pages.set(page, bytes);
      if (pages.size > MOST_PAGES) pages.delete([...pages.keys()][0] ?? page);
    } catch {
      pages.delete(page);
      return;
    }
    changed();
  };
  return {
    at(offset) {
      const page = pages.get(Math.floor(offset / pageBytes));
      return page === 'pending' ? undefined : page?.[offset % pageBytes];
    },
    want(start, end) {
      for (let page = Math.floor(start / pageBytes); page * pageBytes < Math.min(end, length); page++) {
        if (!pages.has(page)) void load(page);
      }
    },
  };
}
