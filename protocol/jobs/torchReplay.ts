/** torch replay: calls operations of a trace of PyTorch's profiler through the installed PyTorch, and times them. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { torchCalls, torchInputs, torchPlace, torchSelection, torchTiming } from './torchReplayOptions';

const options = v.object({
  ...torchSelection,
  ...torchPlace,
  ...torchTiming,
  ...torchCalls,
  inputs: torchInputs,
  stopOnError: v.exactOptional(
    option(v.boolean(), { flag: 'stop_on_error', description: 'Ends at the first operation that cannot be replayed.' }),
    false,
  ),
});

export const torchReplay = job({
  name: 'torch replay',
  file: 'trace',
  summary: "replay operations of a trace of PyTorch's profiler, and time them",
  description:
    "Calls each different operation of a trace through the installed PyTorch, 1.13 or later, and says how long that takes: on a device by the device's\n" +
    'own events. TRACE may be a file of descriptions that torch ops or TraceLens wrote. Traces have no data: tensors get numbers that are valid, the\n' +
    'same on every device. Beside each time is what the trace says, with how many times as long the replay takes. What cannot be replayed is\n' +
    'listed with the reason. An operator that ends its process, or takes too long, is told, and the next ones are replayed. The exit status is 0 if\n' +
    'every described operation that was asked for was replayed.',
  examples: [
    '--filter=aten::addmm trace.json.gz',
    '--operation=2 --repetitions=200 --seconds=5 trace.json.gz',
    "--limit=3 --format=json trace.json.gz | jq '.operations[0].statistics.median'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./torchReplayResult')).torchReplayResult,
});

export type TorchReplayTold = ToldOf<typeof options>;
