/** What keeps a capture from replaying. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, problem, u64 } from './problem';

/** What preflight found. */
export const preflightReport = v.object({
  canRun: v.boolean(),
  problems: v.array(problem),
  /** Beyond the first thousand errors and thousand warnings: a notice at the end says so, and `canRun` takes them into account. */
  problemsLeftOut: u64,
  operations: u64,
  dispatches: u64,
  devices: count,
  /** Peak bytes in buffers. */
  peakBytes: u64,
  /** Bytes in all buffers, if nothing were freed. */
  totalBufferBytes: u64,
});

/** What preflight found. */
export type PreflightReport = ResultOf<typeof preflightReport>;
