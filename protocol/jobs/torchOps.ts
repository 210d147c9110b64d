/** torch ops: the operations of a trace of PyTorch's profiler, described so that they can be replayed. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import type { ToldOf } from './option';
import { outputOption } from './outputOption';
import { torchFilters } from './torchReplayOptions';

const options = v.object({
  ...torchFilters,
  output: v.exactOptional(
    outputOption(
      'FILE.json',
      "the descriptions, in the form that TraceLens' Event Replay reads as well. An existing file is replaced once everything is written.",
    ),
  ),
});

export const torchOps = job({
  name: 'torch ops',
  file: 'trace',
  summary: "describe the operations of a trace of PyTorch's profiler",
  description:
    'Lists the different operations of a trace that was recorded with record_shapes=True, each with its arguments by the schema of its operator:\n' +
    'name, type and value, tensors by shape, type and strides. PyTorch need not be installed: schemas of its versions from 1.13 on are in the package.\n' +
    "TRACE is JSON in Chrome's format, .gz or not, or a file of descriptions that --output or TraceLens' Event Replay wrote. What a trace does not\n" +
    'tell is unknown; an operation without a description is listed with the reason. The exit status is 1 where the trace is torn or damaged: what\n' +
    'is whole of it is described.',
  examples: [
    'trace.json.gz',
    '--filter=aten::mm --filter=aten::addmm trace.json.gz',
    '-o operations.json trace.json.gz',
    "--format=json trace.json.gz | jq '.aten'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./torchOpsResult')).torchOpsResult,
});

export type TorchOpsTold = ToldOf<typeof options>;
