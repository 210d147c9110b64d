import { packCapture } from '../../engine/addon/sharing';
import { pack as job } from '../../protocol/jobs/pack';
import { packedLines } from '../../protocol/words/sharingWords';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';

/** ireereplay pack: a capture with the bytes of its files in it. */
export const pack = command(job, async ({ options, output: { format } }) => {
  const packed = await packCapture(options, interruptSignal());
  printLine(format === 'json' ? JSON.stringify(packed, null, 2) : packedLines(packed, options.output).join('\n'));
  return 0;
});
