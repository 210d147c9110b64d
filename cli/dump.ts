import { dumpCapture } from '../native/index';
import { choice } from './arguments';
import { interruptSignal } from './interrupt';
import type { Command } from './usage';

/** ireereplay dump: what iree-dump-replay prints. */
export const dump: Command = {
  name: 'dump',
  summary: 'print every record, as iree-dump-replay does',
  description:
    'Prints every record of a capture, byte for byte as iree-dump-replay does. Payloads are not printed but named as ranges\n' +
    'of the capture. Of a damaged capture every whole record is printed, and the reason why it ends stands on stderr.',
  flags: {
    format: { type: 'string', value: 'text|jsonl', help: 'text for reading (the default), jsonl for programs: one object a line.' },
  },
  examples: ['model.ireereplay', '--format=jsonl model.ireereplay | jq \'select(.operation=="device.queue_execute")\''],
  run: async (args) => {
    await dumpCapture(args.capture, choice(args, 'format', ['text', 'jsonl']), 1, interruptSignal());
    return 0;
  },
};
