import { dumpCapture } from '../../engine/addon/capture';
import { dump as job } from '../../protocol/jobs/dump';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';

/** ireereplay dump: what iree-dump-replay prints. */
export const dump = command(job, async ({ options: { capture }, output: { format } }) => {
  await dumpCapture(capture, format, 1, interruptSignal());
  return 0;
});
