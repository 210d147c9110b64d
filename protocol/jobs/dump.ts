/** dump: what iree-dump-replay prints. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';

export const dump = job({
  name: 'dump',
  summary: 'print every record, as iree-dump-replay does',
  description:
    'Prints every record of a capture, byte for byte as iree-dump-replay does. Payloads are not printed but named as ranges\n' +
    'of the capture. For a damaged capture, every whole record is printed, and stderr says why it ends.',
  examples: ['model.ireereplay', '--format=jsonl model.ireereplay | jq \'select(.operation=="device.queue_execute")\''],
  options: v.object({ capture: v.string() }),
  output: v.object({
    format: format(['text', 'jsonl'], 'text for reading (the default), jsonl for programs: one object per line.'),
  }),
  /** Of each line of --format=jsonl. Its other fields are those that iree-dump-replay prints for this kind. */
  result: () => Promise.resolve(v.looseObject({ kind: v.string() })),
});
