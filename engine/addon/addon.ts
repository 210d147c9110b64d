/** What the addon exports, before it gets the protocol's types. */
import type { RawCapture } from './capture';
import type { RawInspection } from './inspection';
import type { RawLockstep } from './lockstep';
import type { RawPreparedDispatches } from './measuring';
import type { RawProfileDocument } from './profileDocument';
import type { RecordTimes } from './recordTimes';
import type { RawPrepared } from './replay';

/** A flag that worker threads poll. */
export interface RawCancel {
  cancel(): void;
}

/** The addon's exports. Structured results are JSON text, bulk data is typed arrays. */
export interface RawAddon {
  openCapture(path: string): Promise<RawCapture>;
  dump(path: string, format: string, fd: number, cancel: RawCancel): Promise<void>;
  reportProfile(path: string, question: string, options: object, fd: number, cancel: RawCancel): Promise<string>;
  profiledFunctionCode(path: string, id: string, choice: number | bigint, cancel: RawCancel): Promise<string>;
  openProfile(path: string, cancel: RawCancel): Promise<RawProfileDocument>;
  recordTimes(path: string, cancel: RawCancel): Promise<RecordTimes>;
  repeatScope(source: string, target: string, scope: string, times: number): Promise<void>;
  lengthenFiles(source: string, target: string, bytes: number): Promise<void>;
  leaveOutRecords(source: string, target: string, ranges: readonly { begin: number; end: number }[], cancel: RawCancel): Promise<string>;
  repairCapture(source: string, target: string, cancel: RawCancel): Promise<string>;
  packCapture(source: string, target: string, options: object, cancel: RawCancel): Promise<string>;
  unpackCapture(source: string, folder: string, name: string, cancel: RawCancel): Promise<string>;
  extractCapture(source: string, target: string, piece: object, options: object, cancel: RawCancel): Promise<string>;
  compareCaptures(a: string, b: string, most: number, cancel: RawCancel): Promise<string>;
  createCancel(): RawCancel;
  preflight(path: string, options: object, cancel: RawCancel): Promise<string>;
  prepareReplay(path: string, options: object, cancel: RawCancel): Promise<RawPrepared>;
  inspect(
    path: string,
    options: object,
    record: number,
    via: number | undefined,
    cancel: RawCancel,
    traces: boolean,
  ): Promise<RawInspection>;
  readBufferAt(path: string, options: object, moment: object, cancel: RawCancel): Promise<Uint8Array>;
  prepareLockstep(a: object, b: object, cancel: RawCancel): Promise<RawLockstep>;
  compare(expected: Uint8Array, actual: Uint8Array, type: string | undefined, tolerance: object): Promise<string>;
  listDispatches(path: string, options: object, selectors: readonly string[], most: number, cancel: RawCancel): Promise<string>;
  prepareDispatches(path: string, options: object, cancel: RawCancel): Promise<RawPreparedDispatches>;
  describeSamples(samples: Float64Array): Promise<string>;
  compareMedians(first: Float64Array, second: Float64Array, resolutionNs: number): Promise<string>;
  clockOverhead(): number;
  describeMachine(): string;
  measureRoof(milliseconds: number, cancel: RawCancel): Promise<string>;
  embeddedSources(binary: Uint8Array): { readonly path: string; readonly content: Uint8Array }[];
  locateCode(binary: Uint8Array, address: number): Promise<{ readonly source?: string; readonly instructionSet?: string }>;
  installCrashReport(to: number | readonly string[]): void;
  tryLock(fd: number, kind: 'exclusive' | 'shared'): boolean;
}

/** Runs `work` with a flag that `signal` sets; rejects with the signal's reason once it is aborted. */
export async function cancellable<T>(
  addon: RawAddon,
  signal: AbortSignal | undefined,
  work: (cancel: RawCancel) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const cancel = addon.createCancel();
  const abort = (): void => {
    cancel.cancel();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(cancel);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
