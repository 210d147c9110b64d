/** Which news of runs a page is told. */
import { hasEnded } from '../../../engine/history/runHistory';
import type { KeptPanel, MeasuredRun } from '../../../protocol/results/results';

/**
 * Whether a page may show something else since that run has come, changed or gone: its own runs always; a comparison also lists the
 * runs that it could show, which are some that have ended.
 */
export function concerns({ run, compared }: KeptPanel, changed: Pick<MeasuredRun, 'id' | 'state'>): boolean {
  if (changed.id === run || changed.id === compared) return true;
  return compared !== undefined && hasEnded(changed);
}
