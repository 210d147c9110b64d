import { repairCapture } from '../../engine/addon/sharing';
import { repair as job } from '../../protocol/jobs/repair';
import { repairedSentence } from '../../protocol/words/sharingWords';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';

/** ireereplay repair: the whole records of a torn capture. */
export const repair = command(job, async ({ options, output: { format } }) => {
  const repaired = await repairCapture(options, interruptSignal());
  printLine(format === 'json' ? JSON.stringify(repaired, null, 2) : repairedSentence(repaired, options.output));
  return 0;
});
