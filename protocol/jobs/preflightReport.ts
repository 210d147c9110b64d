/** What stands against a replay. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, problem, u64 } from './problem';

/** What preflight found. */
export const preflightReport = v.object({
  canRun: v.boolean(),
  problems: v.array(problem),
  /** Beyond the first thousand errors and the first thousand warnings: a notice at the end says so, and `canRun` knows of them. */
  problemsLeftOut: u64,
  operations: u64,
  dispatches: u64,
  devices: count,
  /** Most bytes that buffers take at once. */
  peakBytes: u64,
  /** Bytes of all buffers together, were nothing freed. */
  totalBufferBytes: u64,
});

/** What preflight found. */
export type PreflightReport = ResultOf<typeof preflightReport>;
