/**
 * The native core as TypeScript sees it. The addon returns bulk data as typed arrays, passed on as they are, and other structured results
 * as JSON text (64-bit numbers as decimal strings): one crossing per call, parsed here once, shaped by the protocol's types.
 */
import type { CaptureOverview, CaptureSummary, RecordDetails, SearchState, Stripe, ViewMode } from '../../protocol/capture/capture';
import type { PackedRowPage } from '../../protocol/capture/packedRows';
import type { RowPlace } from '../../protocol/capture/recordRows';
import type { RawAddon, RawView } from './addon';
import { cancellable } from './cancellable';
import { captureCode, type CaptureCode } from './code';
import { loadAddon } from './load';

/** Progress of indexing. */
export interface IndexProgress {
  readonly fraction: number;
  readonly records: number;
  /** The first rows can be shown (sent once, early); the rest follows. */
  readonly firstRows: boolean;
}

/**
 * The record tree of one editor: what is expanded, what is hidden, which row is where. Any change may affect millions of rows, so a worker
 * thread makes it; calls take effect in the order in which they are made.
 */
export interface CaptureView {
  setMode(mode: ViewMode): Promise<void>;
  rows(start: number, count: number): Promise<PackedRowPage>;
  setExpanded(keys: readonly string[], expanded: boolean, deep: boolean): Promise<void>;
  expandedKeys(): Promise<readonly string[]>;
  reveal(key: string): Promise<RowPlace>;
  /** Opens the capture's work, and says where it is. */
  openAtWork(): Promise<RowPlace>;
  /**
   * Runs the query over all records; a later call ends the earlier one at once, which then resolves with a state that is not
   * done.
   */
  search(query: string, filter: boolean, onProgress: (state: SearchState) => void, signal?: AbortSignal): Promise<SearchState>;
  nextMatch(from: string, direction: 1 | -1): Promise<RowPlace>;
  stripe(buckets: number): Promise<Stripe>;
  /** Must be called after indexing has added rows. */
  refresh(): Promise<void>;
}

/** An open capture. Reading happens on worker threads; only the index is kept in memory. */
export interface Capture {
  /** Reads all record headers. Rejects with AbortError when cancelled, never because a capture is truncated. */
  index(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<void>;
  summary(): Promise<CaptureSummary>;
  createView(): CaptureView;
  details(key: string): Promise<RecordDetails>;
  /** Reads what is in the capture. Rejects with AbortError when cancelled. */
  overview(signal?: AbortSignal): Promise<CaptureOverview>;
  /** Record that created object `id`; -1 when none did. */
  findObject(id: string): number;
  bytes(record: number, offset: number, length: number): Promise<Uint8Array>;
  /** The code of executables, of an indexed capture. */
  readonly code: CaptureCode;
  /** Closes the file now; every later call rejects. */
  close(): void;
}

export type DumpFormat = 'text' | 'jsonl';

function wrapView(addon: RawAddon, raw: RawView): CaptureView {
  // The addon keeps calls from being in the view at the same time; their order is kept here. Only a search's start waits its turn: nothing
  // waits for its end.
  let last: Promise<unknown> = raw.refresh();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
  return {
    setMode: (mode) => inTurn(() => raw.setMode(mode)),
    rows: (start, count) => inTurn(() => raw.rows(start, count)),
    setExpanded: (keys, expanded, deep) => inTurn(() => raw.setExpanded(keys, expanded, deep)),
    expandedKeys: () => inTurn(() => raw.expandedKeys()),
    reveal: (key) => inTurn(() => raw.reveal(key)),
    openAtWork: () => inTurn(() => raw.openAtWork()),
    search: (query, filter, onProgress, signal) =>
      cancellable(addon, signal, async (cancel) => {
        const progress = (state: string): void => {
          onProgress(JSON.parse(state) as SearchState);
        };
        await last.catch(() => undefined);
        return JSON.parse(await raw.search(query, filter, progress, cancel)) as SearchState;
      }),
    nextMatch: (from, direction) => inTurn(() => raw.nextMatch(from, direction)),
    stripe: (buckets) => inTurn(() => raw.stripe(buckets)),
    refresh: () => inTurn(() => raw.refresh()),
  };
}

/** Opens a capture. Rejects with a sentence when no record can be found in the file. */
export async function openCapture(path: string): Promise<Capture> {
  const addon = loadAddon();
  const raw = await addon.openCapture(path);
  return {
    index: (onProgress, signal) =>
      cancellable(addon, signal, (cancel) =>
        raw.index((fraction, records, firstRows) => {
          onProgress?.({ fraction, records, firstRows });
        }, cancel),
      ),
    summary: async () => JSON.parse(await raw.summary()) as CaptureSummary,
    createView: () => wrapView(addon, raw.createView()),
    details: async (key) => JSON.parse(await raw.details(key)) as RecordDetails,
    overview: (signal) => cancellable(addon, signal, async (cancel) => JSON.parse(await raw.overview(cancel)) as CaptureOverview),
    findObject: (id) => raw.findObject(id),
    bytes: (record, offset, length) => raw.bytes(record, offset, length),
    code: captureCode(addon, raw),
    close: () => {
      raw.close();
    },
  };
}

/**
 * Writes what iree-dump-replay prints for `path` to the file descriptor `fd`. Rejects with a sentence that names the record and offset when
 * the capture is damaged; every whole record has been written then. EPIPE resolves.
 */
export async function dumpCapture(path: string, format: DumpFormat, fd: number, signal?: AbortSignal): Promise<void> {
  const addon = loadAddon();
  await cancellable(addon, signal, (cancel) => addon.dump(path, format, fd, cancel));
}

/**
 * Copies `source` to `target` with the work of scope `scope` repeated `times` times, with new objects and later timeline values each
 * time: a long capture that replays, for benchmarks.
 */
export async function repeatScope(source: string, target: string, scope: string, times: number): Promise<void> {
  await loadAddon().repeatScope(source, target, scope, times);
}

/**
 * Copies `source` to `target` with `bytes` zeros after the contents of each file that the capture embeds, as holes that take no disk space:
 * a large capture that replays, for memory tests.
 */
export async function lengthenFiles(source: string, target: string, bytes: number): Promise<void> {
  await loadAddon().lengthenFiles(source, target, bytes);
}
