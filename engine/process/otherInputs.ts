/** Other inputs that end the original itself: they tell nothing of what replaces it. */
import type { ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { RunOptions } from '../../protocol/replay/run';
import type { VerificationResult } from '../../protocol/replay/verification';
import { POISON } from '../comparing/poison';
import { verificationSentence } from '../comparing/verificationSentence';

/** Whether a replay without what is substituted ends badly on the inputs of this seed, too. */
export async function endsTheOriginal(
  start: StartJob<ProcessJob>,
  run: RunOptions,
  perturbation: number,
  signal: AbortSignal,
): Promise<boolean> {
  const original = { poison: POISON, ...run, substitutions: [], workgroupCounts: [], guardBuffers: true, perturbation };
  const alone = await start('run', original, () => undefined, signal);
  return alone.state === 'crashed' || alone.state === 'failed';
}

/** The result of a verification without other inputs, since those of `seed` have ended the original. */
export function withoutOtherInputs(result: VerificationResult, seed: number): VerificationResult {
  const told: VerificationResult = {
    ...result,
    otherInputs: { seed, agree: 0, nearly: 0, silent: ['the original itself does not come to its end'] },
  };
  return { ...told, sentence: verificationSentence(told) };
}
