/** The command line that asks for what a job is told. */
import * as v from 'valibot';
import { shellWord } from '../words/shellWords';
import { captureOf, flagsOfWork, type Job } from '../jobs/job';
import { flagWords } from '../jobs/flagWords';
import type { Options, OptionsOf } from '../jobs/option';

/**
 * `ireereplay JOB` with every flag that the options need, as a POSIX shell reads it: parsing it gives the same options. What no flag
 * says, such as where the machine has its programs, is left out.
 */
export function commandLine<Told extends Options, Output extends Options, Asked extends Options>(
  job: Job<Told, Output, Asked>,
  options: OptionsOf<Told>,
): string {
  const asked = v.parse(job.asked, job.askedOf(v.parse(job.options, options)));
  const capture = captureOf(asked);
  const words = ['ireereplay', ...job.name.split(' '), ...flagsOfWork(job).flatMap((flag) => flagWords(flag, asked))];
  return [...words, ...(capture.startsWith('-') ? ['--'] : []), capture].map(shellWord).join(' ');
}
