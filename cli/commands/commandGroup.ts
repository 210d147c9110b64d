/** Commands about one kind of file: the first word names the kind, the next what is asked of it. */
import type { Command, Starts } from '../options/command';
import { asksForHelp, helpOf } from '../options/help';
import { UsageError } from '../options/usageError';
import { print } from '../printing/print';

/** `commands` whose names begin with `group`; `about` and `file` are for its help. */
export function commandGroup(group: string, commands: readonly Command[], about: string, file: string): Starts {
  const wordOf = ({ job }: Command): string => job.name.replace(`${group} `, '');
  return {
    start: async (args) => {
      const [word, ...rest] = args;
      const named = commands.find((one) => wordOf(one) === word);
      if (named !== undefined) return named.start(rest);
      if (asksForHelp(args)) {
        const jobs = commands.map(({ job }) => job);
        print(helpOf(jobs, about, `${group} COMMAND [flags] ${file}`));
        return 0;
      }
      throw new UsageError(`no command ${[group, ...args.slice(0, 1)].join(' ')}: there are ${commands.map(wordOf).join(', ')}`);
    },
  };
}
