/** Which news of runs a page is told. */
import type { KeptPanel, MeasuredRun } from '../../../protocol/results';

/**
 * Whether a page may show something else since that run has come, changed or gone: its own runs always; a comparison also lists the
 * runs that it could show, which are some that have ended.
 */
export function concerns({ run, compared }: KeptPanel, { id, state }: Pick<MeasuredRun, 'id' | 'state'>): boolean {
  if (id === run || id === compared) return true;
  return compared !== undefined && state.state !== 'idle' && state.state !== 'running';
}
