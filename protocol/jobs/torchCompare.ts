/** torch compare: operations on two devices or versions of PyTorch, or two traces. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { fromZero } from './texts';
import { torchCalls, torchPlace, torchSelection, torchTiming } from './torchReplayOptions';

const { device } = torchPlace;
const text = v.pipe(v.string(), v.nonEmpty());

const options = v.object({
  ...torchSelection,
  ...torchPlace,
  withPython: v.exactOptional(
    option(text, {
      flag: 'with_python',
      placeholder: 'PATH',
      description: 'What is compared: a Python with another PyTorch, or its environment. The same by default.',
    }),
  ),
  withDevice: v.exactOptional(
    option(device.wrapped, {
      flag: 'with_device',
      placeholder: 'cpu|cuda|rocm|cuda:N|...',
      description: 'What is compared: another device. The same by default.',
    }),
  ),
  against: v.exactOptional(
    option(text, {
      flag: 'against',
      placeholder: 'TRACE',
      description: 'Calls nothing: compares the times in this earlier trace with those in the other, by operation and shape.',
    }),
  ),
  absolute: v.exactOptional(
    option(fromZero, {
      flag: 'absolute',
      placeholder: 'X',
      description: 'Results agree if they are no farther apart than this; by type and number of operations without it.',
    }),
  ),
  relative: v.exactOptional(
    option(fromZero, { flag: 'relative', placeholder: 'X', description: 'The same, as a fraction of the first result.' }),
  ),
  resultsOnly: v.exactOptional(
    option(v.boolean(), { flag: 'results_only', description: 'Compares results, and measures no times.' }),
    false,
  ),
  ...torchTiming,
  ...torchCalls,
});

type Asked = v.InferOutput<typeof options>;

function contradictionOf({ against, withPython, withDevice, absolute, relative, resultsOnly }: Asked): string | undefined {
  const replays = withPython !== undefined || withDevice !== undefined;
  if (against === undefined)
    return replays ? undefined : 'say what to compare with: --with_device or --with_python calls the operations, --against=TRACE does not';
  return replays || absolute !== undefined || relative !== undefined || resultsOnly
    ? '--against compares times of traces: results of another device or Python are for a comparison without it'
    : undefined;
}

export const torchCompare = job({
  name: 'torch compare',
  file: 'trace',
  summary: 'compare operations of a trace on two devices or versions of PyTorch, or two traces',
  description:
    'Calls operations of a trace on the same data through two devices or versions of PyTorch (--with_device, --with_python), and compares their results\n' +
    'and times. A result agrees within what rounding makes of so many operations of its type, or within --absolute and --relative. What is random, depends\n' +
    'on memory that nothing wrote, or is not the same in three calls is not known. Times are measured in turn, in three preparations of both.\n' +
    'With --against=TRACE two traces are compared: which operations take more or less time, which came, and which went. The exit status is 1 if a\n' +
    'result differs, or none is known to agree.',
  examples: [
    '--filter=aten::gelu --with_device=cpu trace.json.gz',
    '--filter=aten::addmm --limit=1 --with_python=/usr/bin/python3 --results_only trace.json.gz',
    "--against=trace.json.gz --limit=5 --format=json trace.json.gz | jq '.rows[0].state'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./torchCompareResult')).torchCompareResult,
  contradiction: contradictionOf,
});

export type TorchCompareTold = ToldOf<typeof options>;
