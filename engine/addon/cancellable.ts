/** Calls of the addon that an AbortSignal ends. */
import type { RawAddon, RawCancel } from './addon';

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
