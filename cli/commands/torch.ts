import * as path from 'node:path';
import { torchOps as opsWork } from '../../engine/jobs/torchOps';
import { torchOps } from '../../protocol/jobs/torchOps';
import { command, type Command, type Starts } from '../options/command';
import { asksForHelp, helpOf } from '../options/help';
import { UsageError } from '../options/usageError';
import { print } from '../printing/print';
import { torchOpsText } from '../printing/torchOpsText';

const ops = command(torchOps, async ({ options, output: { format } }) => {
  const found = await opsWork(options, path.join(__dirname, 'torch'));
  print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : torchOpsText(found, options.output));
  return 0;
});

const commands: readonly Command[] = [ops];

const wordOf = ({ job }: Command): string => job.name.replace('torch ', '');

/** ireereplay torch: traces of PyTorch's profiler; what is asked of them is a word more. */
export const torch: Starts = {
  start: async (args) => {
    const [word, ...rest] = args;
    const named = commands.find((one) => wordOf(one) === word);
    if (named !== undefined) return named.start(rest);
    if (asksForHelp(args)) {
      const jobs = commands.map(({ job }) => job);
      print(helpOf(jobs, "Reads traces of PyTorch's profiler.", 'torch COMMAND [flags] TRACE'));
      return 0;
    }
    throw new UsageError(`no command ${['torch', ...args.slice(0, 1)].join(' ')}: there are ${commands.map(wordOf).join(', ')}`);
  },
};
