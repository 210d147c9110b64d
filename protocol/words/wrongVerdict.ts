/** What a verification that does not agree is called. */
import type { VerificationResult } from '../replay/verification';

/** What is asked of the result. */
type Asked = Pick<VerificationResult, 'unknown' | 'problems' | 'ranges' | 'keepsState' | 'dependsOnUnwritten'>;

/** The worst that is known first; of an original that cannot be compared with, that. */
export function wrongVerdict({
  unknown,
  problems,
  ranges,
  keepsState,
  dependsOnUnwritten,
}: Asked): 'results-differ' | 'depends-on-unwritten-memory' | 'keeps-state' | 'unknown' {
  if (unknown !== undefined) return 'unknown';
  if (dependsOnUnwritten !== undefined && dependsOnUnwritten.whose !== 'substitute') return 'depends-on-unwritten-memory';
  const differs = problems.length > 0 || ranges.some(({ agrees, placement }) => !agrees && placement === undefined);
  if (differs) return 'results-differ';
  if (dependsOnUnwritten !== undefined) return 'depends-on-unwritten-memory';
  return keepsState === undefined ? 'results-differ' : 'keeps-state';
}
