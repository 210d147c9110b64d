/** A command of ireereplay: a job's description and what the command line does with it. */
import type { Job } from '../../protocol/jobs/job';
import type { Options } from '../../protocol/jobs/option';
import { asksForHelp, commandHelp } from './help';
import { parse, type Asked } from './parse';
import { print } from '../printing/print';

/** What the command line can start. */
export interface Starts {
  /** Parses what follows the command's name, and does it; resolves with the exit status. Rejects with UsageError. */
  readonly start: (args: readonly string[]) => Promise<number>;
}

export interface Command extends Starts {
  readonly job: Job;
}

/** A command that does `work`, which resolves with the exit status. */
export function command<Told extends Options, Output extends Options, Said extends Options>(
  job: Job<Told, Output, Said>,
  work: (asked: Asked<Told, Output>) => Promise<number>,
): Command {
  return {
    job,
    start: async (args) => {
      if (!asksForHelp(args)) return work(parse(job, args));
      print(commandHelp(job));
      return 0;
    },
  };
}
