/** What a verification that does not agree is called. */
import type { VerificationResult } from '../replay/verification';

/** The worst that is known first. */
export function wrongVerdict({
  unknown,
  problems,
  ranges,
  keepsState,
}: Pick<VerificationResult, 'unknown' | 'problems' | 'ranges' | 'keepsState'>): 'results-differ' | 'keeps-state' | 'unknown' {
  if (unknown !== undefined) return 'unknown';
  if (keepsState !== undefined && problems.length === 0 && ranges.every(({ agrees }) => agrees)) return 'keeps-state';
  return 'results-differ';
}
