/** What kernels took when their captures were last profiled. */
import type { MeasuredRun } from '../../protocol/results';
import { isWhole } from '../runs/profiling';

/** Of one kernel in one run. */
export interface KernelTime {
  /** All its executions together, of all threads, in nanoseconds. */
  readonly ns: bigint;
  /** Of what all kernels of that run took, from 0 to 1. */
  readonly share: number;
  readonly run: MeasuredRun;
}

/** Of a capture that was written at a time (in milliseconds since 1970), by executable and ordinal. */
export type KernelTimes = ReadonlyMap<string, KernelTime>;

export const kernelKey = (executable: string, ordinal: number): string => `${executable} ${String(ordinal)}`;

/**
 * From the newest profile of everything that a replay of the capture executed. One that is older than the capture is of other content, and
 * says nothing.
 */
export function kernelTimes(runs: readonly MeasuredRun[], capture: string, modified: number): KernelTimes {
  for (const run of runs.toReversed()) {
    if (run.job !== 'run' || run.capture !== capture || run.state.state !== 'done' || 'program' in run.state.result) continue;
    if (Date.parse(run.started) < modified || !isWhole(run.options.profiling ?? {})) continue;
    const { functions } = run.state.result;
    const all = functions.reduce((sum, { ns }) => sum + BigInt(ns), 0n);
    if (all === 0n) continue;
    return new Map(
      functions.map(({ executable, ordinal, ns }) => [
        kernelKey(executable, ordinal),
        { ns: BigInt(ns), share: Number((BigInt(ns) * 1_000_000n) / all) / 1e6, run },
      ]),
    );
  }
  return new Map();
}
