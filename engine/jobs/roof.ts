/** What this machine computes and moves at most: measured once, and kept. */
import type { Machine, Roof } from '../../protocol/measurement/roof';
import { describeMachine, measureRates } from '../addon/roof';
import { keepRoof, keptRoof } from '../history/roofs';
import { observeEnvironment } from '../measuring/environment';
import { measureAlone } from '../measuring/measuringTurn';
import type { Work } from './work';

/** Beside more work of others, what is measured may be too low: it is shown, but is not what the machine can do at most. */
const MOST_OTHER_WORK = 0.1;

const isDisturbed = ({ otherWork = 0 }: { readonly otherWork?: number | undefined }): boolean => otherWork > MOST_OTHER_WORK;

async function measured(machine: Machine, signal: AbortSignal): Promise<Roof> {
  const environment = observeEnvironment('native');
  const rates = await measureRates(signal);
  const { date, notes, otherWork } = environment([], rates.threads);
  return {
    machine,
    measured: date,
    ...rates,
    ...(otherWork === undefined ? {} : { otherWork }),
    notes: isDisturbed({ otherWork }) ? [...notes, 'It may be higher: when it is asked for again, it is measured again.'] : notes,
  };
}

/** Gives what is kept of this machine, unless that was disturbed or it is asked again; otherwise measures, alone on this machine. Rejects when it is aborted. */
export const work: Work<'roof'> = async ({ again }, _, signal, waits) => {
  const machine = describeMachine();
  const kept = again ? undefined : await keptRoof(machine);
  if (kept !== undefined && !isDisturbed(kept)) return kept;
  return measureAlone('roof of this machine', waits, signal, async () => {
    const roof = await measured(machine, signal);
    try {
      await keepRoof(roof);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ...roof, notes: [...roof.notes, `It is not kept, and will be measured again: ${why}`] };
    }
    return roof;
  });
};
