import { dumpCapture } from '../engine/addon/capture';
import { dump as job } from '../protocol/jobs/dump';
import { command } from './command';
import { interruptSignal } from './interrupt';

/** ireereplay dump: what iree-dump-replay prints. */
export const dump = command(job, async ({ options: { capture }, output: { format } }) => {
  await dumpCapture(capture, format, 1, interruptSignal());
  return 0;
});
