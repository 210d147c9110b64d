/** When each record of a capture was executed, as a profile of its replay says. */
import type { RecordTimes } from './addon';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

export type { RecordTimes } from './addon';

/**
 * Reads a profile's executions: 56 bytes each. Rejects with a sentence and its place when the profile is damaged, and with AbortError when
 * cancelled.
 */
export async function readRecordTimes(path: string, signal?: AbortSignal): Promise<RecordTimes> {
  const addon = loadAddon();
  return cancellable(addon, signal, (cancel) => addon.recordTimes(path, cancel));
}
