/** Original against candidates, interleaved. Times are nanoseconds. */
import type { CandidateResult } from '../jobs/substitutionResult';
import type { Hint } from '../jobs/verificationResult';
import type { Conditions } from './verification';

export type { Candidate, SubstituteOptions } from '../jobs/substitute';
export type { CandidateFile, CandidateResult, PairedRow, SampledCandidate, SubstituteResult, Verdict } from '../jobs/substitutionResult';

export interface SubstituteProgress {
  readonly phase: 'building' | 'preparing' | 'verifying' | 'measuring' | 'sampling';
  /** Candidate that it is about. */
  readonly name?: string;
  readonly pair: number;
  readonly of: number;
  /** As VerifyProgress.hints, of this candidate. */
  readonly hints?: readonly Hint[];
  /** As VerifyProgress.conditions. */
  readonly conditions?: Conditions;
  /** So far. */
  readonly candidates: readonly CandidateResult[];
}
