/** Bytes of the record that is shown, fetched in pages when they are drawn. */
import type { CaptureHost } from '../../protocol/capture/capture';
import type { Calls } from '../../protocol/base/rpc';

const PAGE = 4096;

export interface RecordBytes {
  /** The byte at `offset` of the record; undefined until it has been fetched. */
  at(offset: number): number | undefined;
  /** Fetches what of [start, end) is missing. */
  want(start: number, end: number): void;
}

/** Of one record; `changed` is called when bytes arrived. */
export function createRecordBytes(host: Calls<CaptureHost>, record: number, length: number, changed: () => void): RecordBytes {
  const pages = new Map<number, Uint8Array | 'pending'>();
  const load = async (page: number): Promise<void> => {
    pages.set(page, 'pending');
    try {
      pages.set(page, await host.bytes({ record, offset: page * PAGE, length: Math.min(PAGE, length - page * PAGE) }));
    } catch {
      pages.delete(page);
      return;
    }
    changed();
  };
  return {
    at(offset) {
      const page = pages.get(Math.floor(offset / PAGE));
      return page === 'pending' ? undefined : page?.[offset % PAGE];
    },
    want(start, end) {
      for (let page = Math.floor(start / PAGE); page * PAGE < Math.min(end, length); page++) {
        if (!pages.has(page)) void load(page);
      }
    },
  };
}
