/** roof: the most that this machine computes and moves in a second. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option } from './option';

export const roof = job({
  name: 'roof',
  file: 'none',
  summary: 'measure the most that this machine computes and moves in a second',
  description:
    'Measures what this machine can do at most, in a few seconds: multiplications and additions by type and vector width, and bytes\n' +
    'read, copied and combined (a = b + s * c) from each level of the caches and from memory; by one thread, and by one for each processor.\n' +
    'The result is kept in the cache folder of the user (iree-replay/roof.json) until the processor, its caches or how many of its\n' +
    'processors may be used change; what was measured beside much other work is measured again. What cannot be told is not known.',
  examples: ['', '--again', "--format=json | jq '.bandwidths[] | select(.level == 0)'"],
  options: v.object({
    again: v.exactOptional(option(v.boolean(), { flag: 'again', description: 'Measures again although a result is kept.' }), false),
  }),
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: async () => (await import('./roofResult')).roofResult,
});
