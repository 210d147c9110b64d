/** torch extract: operations of a trace of PyTorch's profiler, to be replayed elsewhere with PyTorch alone. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { torchCalls, torchPlace, torchSelection } from './torchReplayOptions';

const options = v.object({
  ...torchSelection,
  output: outputOption('FOLDER|FILE.zip', 'it: a new folder, or a zip. What is in a folder stays; a zip is replaced once all is written.'),
  expected: v.exactOptional(
    option(v.boolean(), {
      flag: 'expected',
      description: 'Calls the operations here, and hands their results on: whoever replays them elsewhere sees whether theirs agree.',
    }),
    false,
  ),
  ...torchPlace,
  ...torchCalls,
});

export const torchExtract = job({
  name: 'torch extract',
  file: 'trace',
  summary: 'hand on operations of a trace: descriptions, and the script that replays them with PyTorch alone',
  description:
    'Writes a folder or a zip with descriptions of the chosen operations, the script that calls and times them, and a README with the command. It runs\n' +
    'with nothing but Python and PyTorch, 1.13 or later. With --expected the installed PyTorch calls them first, and their results are in it, to be\n' +
    'compared with those of another device or version; what is random, or memory that nothing wrote, is left out with the reason. Data is made from\n' +
    'the seed where the script runs, bit for bit the same. The exit status is 0 unless there is nothing to hand on.',
  examples: ['--filter=aten::addmm -o addmm.zip trace.json.gz', '--expected --filter=aten::gelu -o gelu trace.json.gz'],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./torchExtractResult')).torchExtractResult,
});

export type TorchExtractTold = ToldOf<typeof options>;
