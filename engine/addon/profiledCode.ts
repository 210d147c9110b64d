/** The machine code that a profile holds: read on a worker thread. Executes nothing. */
import type { FunctionCode } from '../../protocol/code/code';
import type { FunctionChoice } from '../../protocol/code/kernelCode';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** Rejects with AbortError when cancelled, and with a sentence when the executable has no such function or the profile does not hold its code. */
export function profiledFunctionCode(profile: string, choice: FunctionChoice, signal?: AbortSignal): Promise<FunctionCode> {
  const addon = loadAddon();
  const which = 'ordinal' in choice ? choice.ordinal : BigInt(choice.address);
  return cancellable(
    addon,
    signal,
    async (cancel) => JSON.parse(await addon.profiledFunctionCode(profile, choice.executable, which, cancel)) as FunctionCode,
  );
}
