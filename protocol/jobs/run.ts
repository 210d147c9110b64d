/** run: executes the capture's machine code once. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import type { OptionsOf } from './option';
import { profilingOf, profilingProblem } from './profiling';
import { replayOptions, unknownDevice } from './replayOptions';

/** How a capture is replayed, and what is recorded of that. */
const options = v.object({ ...replayOptions.entries, profiling: v.exactOptional(profilingOf('the replay')) });

export const run = job({
  name: 'run',
  summary: 'replay it on a local device, as iree-run-replay does',
  description:
    'Replays a capture: executes the machine code in it, in the recorded order, on local devices. A capture is a program:\n' +
    'replay only what you trust. Everything that cannot be replayed is reported before the first operation.',
  examples: [
    '--device=local-sync model.ireereplay',
    '--outputs=results --replay_file_remap=/mnt/train=/mnt/copy model.ireereplay',
    '--engine=iree --device=local-task --outputs=results model.ireereplay',
    '--device_profiling_mode=queue-events,host-execution --device_profiling_output=model.ireeprof model.ireereplay',
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./runResult')).runResult,
  contradiction: (asked) => unknownDevice(asked) ?? profilingProblem(asked.profiling, asked.iree !== undefined),
});

export type RunOnceOptions = OptionsOf<typeof options>;
