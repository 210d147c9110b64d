/** Whether two replays left the same. */
import type { Hint } from '../jobs/verificationResult';

export type { VerifyOptions } from '../jobs/verify';
export type {
  ComparedElement,
  ComparedRange,
  DivergedOperation,
  Divergence,
  Hint,
  KeptState,
  Mismatch,
  OtherInputs,
  Tolerance,
  VerificationResult,
} from '../jobs/verificationResult';

export interface VerifyProgress {
  readonly phase: 'building' | 'preparing' | 'executing' | 'comparing';
  readonly run: number;
  readonly of: number;
  /** What is executed gets other inputs, of this seed. */
  readonly perturbation?: number;
  /** What is known before anything is executed, and worth knowing should that crash. */
  readonly hints?: readonly Hint[];
}
