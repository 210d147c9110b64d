/** Whether two replays left the same. */
import type { Hint } from '../jobs/verificationResult';

export type { VerifyOptions } from '../jobs/verify';
export type {
  ComparedElement,
  ComparedRange,
  DependsOnUnwritten,
  DivergedOperation,
  Divergence,
  Hint,
  KeptState,
  MachineRequest,
  Mismatch,
  OtherInputs,
  Tolerance,
  VerificationResult,
} from '../jobs/verificationResult';

/** How a replay is not the recorded one: by seeds. */
export interface Conditions {
  readonly perturbation?: number;
  readonly placement?: number;
}

export interface VerifyProgress {
  readonly phase: 'building' | 'preparing' | 'executing' | 'comparing';
  readonly run: number;
  readonly of: number;
  /** Of what is executed. */
  readonly conditions?: Conditions;
  /** What is known before anything is executed, and worth knowing should that crash. */
  readonly hints?: readonly Hint[];
}
