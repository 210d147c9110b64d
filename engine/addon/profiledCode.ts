/** The machine code that a profile holds: read on a worker thread. Executes nothing. */
import type { FunctionCode } from '../../protocol/code';
import type { U64 } from '../../protocol/u64';
import { cancellable } from './addon';
import { loadAddon } from './load';

/** An export of an executable. Rejects with AbortError when cancelled, and with a sentence when the profile does not hold its code. */
export function profiledFunctionCode(profile: string, executable: U64, ordinal: number, signal?: AbortSignal): Promise<FunctionCode> {
  const addon = loadAddon();
  return cancellable(
    addon,
    signal,
    async (cancel) => JSON.parse(await addon.profiledFunctionCode(profile, executable, ordinal, cancel)) as FunctionCode,
  );
}
