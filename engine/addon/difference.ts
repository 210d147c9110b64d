/** What differs between two captures, by the addon. */
import type { DiffResult, DiffTold } from '../../protocol/capture/captureDifference';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** Compares every byte of the two, and executes nothing. Rejects where one cannot be opened or read. */
export async function compareCaptures(
  { before, capture, most }: Pick<DiffTold, 'before' | 'capture' | 'most'>,
  signal?: AbortSignal,
): Promise<DiffResult> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.compareCaptures(before, capture, most, cancel))) as DiffResult;
}
