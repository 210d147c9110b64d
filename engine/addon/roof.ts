/** What this machine can do at most, measured by the native core. */
import { cpus } from 'node:os';
import type { Machine, MeasuredRates } from '../../protocol/measurement/roof';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** The core looks at the clock between two samples: about so long is measured. */
const TOTAL_MS = 2000;

/** The machine that this runs on, by what it is known again. */
export function describeMachine(): Machine {
  const core = JSON.parse(loadAddon().describeMachine()) as Omit<Machine, 'cpu'>;
  return { cpu: cpus()[0]?.model.trim() ?? 'unknown', ...core };
}

/** Keeps all processors busy meanwhile. Rejects with the signal's reason when it is aborted. */
export async function measureRates(signal?: AbortSignal, totalMs = TOTAL_MS): Promise<MeasuredRates> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.measureRoof(totalMs, cancel))) as MeasuredRates;
}
