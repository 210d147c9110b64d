/** Conditions that end the original itself: other inputs tell nothing then of what replaces it, and other places something of the original. */
import type { ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { RunCrash, RunOptions } from '../../protocol/replay/run';
import type { Conditions, VerificationResult, VerifyOptions } from '../../protocol/replay/verification';
import { onOtherInputs } from '../../protocol/words/otherInputsWords';
import { withBuffersElsewhere } from '../../protocol/words/otherPlacesWords';
import { POISON } from '../comparing/poison';
import { verificationSentence } from '../comparing/verificationSentence';

/** Whether a replay of the original ends badly in these conditions, too. */
export async function endsTheOriginal(
  start: StartJob<ProcessJob>,
  original: RunOptions,
  conditions: Conditions,
  signal: AbortSignal,
): Promise<boolean> {
  const where = conditions.placement === undefined ? { poison: POISON, ...original, guardBuffers: true } : original;
  const alone = await start('run', { ...where, ...conditions }, () => undefined, signal);
  return alone.state === 'crashed' || alone.state === 'failed';
}

/** How a verification is asked for that leaves these conditions out. */
export const without = ({ placement }: Conditions): Pick<VerifyOptions, 'placements' | 'perturbations'> =>
  placement === undefined ? { perturbations: 0 } : { placements: 0, perturbations: 0 };

/** The result of a verification that left conditions out, since they have ended the original. */
export function withEndedOriginal(result: VerificationResult, { placement, perturbation }: Conditions): VerificationResult {
  const told: VerificationResult = {
    ...result,
    ...(placement === undefined
      ? {}
      : {
          agrees: false,
          dependsOnUnwritten: { whose: result.against === 'original' ? ('original' as const) : ('capture' as const), seed: placement },
        }),
    ...(perturbation === undefined
      ? {}
      : { otherInputs: { seed: perturbation, agree: 0, nearly: 0, silent: ['the original itself does not come to its end'] } }),
  };
  return { ...told, sentence: verificationSentence(told) };
}

/** A crash, with what it was executed in. */
export const crashIn = (crash: RunCrash, conditions: Conditions): RunCrash => ({ ...crash, ...conditions });

/** A sentence about a replay, and what it was executed in. */
export function saidIn(sentence: string, { placement, perturbation }: Conditions): string {
  if (placement !== undefined) return `${sentence}, ${withBuffersElsewhere(placement)}`;
  return perturbation === undefined ? sentence : `${sentence}, ${onOtherInputs(perturbation)}`;
}
