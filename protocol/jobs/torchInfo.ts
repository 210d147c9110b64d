/** torch info: what is in a trace of PyTorch's profiler. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { wholeNumber } from './texts';

const options = v.object({
  capture: v.string(),
  most: v.exactOptional(
    option(wholeNumber(0, 1_000_000_000), {
      flag: 'most',
      placeholder: 'N',
      description: 'Lists this many rows of each table. All events are counted.',
    }),
    20,
  ),
});

export const torchInfo = job({
  name: 'torch info',
  file: 'trace',
  summary: "say what is in a trace of PyTorch's profiler, and where its time goes",
  description:
    "Reads a trace that PyTorch's profiler wrote (export_chrome_trace, tensorboard_trace_handler): .json, or .json.gz. Says what is in it, what it\n" +
    'lacks and how to record that, and where time goes: by operation, by operation and shape, by kernel, or as a tree from modules to operations to\n' +
    'calls to kernels. An operation has what devices did for the calls that it made. Self is without the operations in it; total is with them, once\n' +
    'where they are of the same row. Nothing is executed, and no PyTorch is needed. The exit status is 1 where the trace is torn or damaged: what is\n' +
    'whole of it is shown.',
  examples: [
    'trace.json.gz',
    '--by=kernel --most=5 trace.json.gz',
    '--by=tree --most=40 trace.json.gz',
    '--by=shape --format=csv --most=1000000 trace.json.gz',
    "--format=json trace.json.gz | jq -r '.deviceUses[].idleNs'",
  ],
  options,
  output: v.object({
    by: v.exactOptional(
      option(v.picklist(['operation', 'shape', 'kernel', 'tree']), {
        flag: 'by',
        placeholder: 'operation|shape|kernel|tree',
        description: 'The table that is printed as text and as CSV; JSON has all of them.',
      }),
      'operation',
    ),
    format: format(['text', 'json', 'csv']),
  }),
  result: async () => (await import('./torchInfoResult')).torchInfoResult,
});

export type TorchInfoTold = ToldOf<typeof options>;
export type TorchTable = 'operation' | 'shape' | 'kernel' | 'tree';
