/** A command of ireereplay: a job's description and what the command line does with it. */
import type { Job } from '../protocol/jobs/job';
import type { Options } from '../protocol/jobs/option';
import { parse, type Asked } from './parse';

export interface Command {
  readonly job: Job;
  /** Parses what follows the command's name, and does it; resolves with the exit status. Throws UsageError. */
  readonly start: (args: readonly string[]) => Promise<number>;
}

/** A command that does `work`, which resolves with the exit status. */
export function command<Told extends Options, Output extends Options, Said extends Options>(
  job: Job<Told, Output, Said>,
  work: (asked: Asked<Told, Output>) => Promise<number>,
): Command {
  return { job, start: async (args) => work(parse(job, args)) };
}
