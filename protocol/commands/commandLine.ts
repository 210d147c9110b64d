/** The command line that asks for what a job is told. */
import * as v from 'valibot';
import { isRecord } from '../base/isRecord';
import { shellWord } from '../words/shellWords';
import { captureOf, flagsOfWork, type Job } from '../jobs/job';
import type { Options, OptionsOf, PlacedFlag } from '../jobs/option';

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), tree);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The words for one flag; none where the value is what it is without them. */
function wordsOf({ flag, kind, path, initial, separated = false, print = String }: PlacedFlag, asked: unknown): readonly string[] {
  const value = valueAt(asked, path);
  if (value === undefined || same(value, initial)) return [];
  if (kind === 'many') {
    const items = (value as readonly unknown[]).map(print);
    return separated ? [`--${flag}=${items.join(',')}`] : items.map((item) => `--${flag}=${item}`);
  }
  if (kind === 'switch') return [value === true ? `--${flag}` : `--${flag}=false`];
  return [`--${flag}=${print(value)}`];
}

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
  const words = ['ireereplay', ...job.name.split(' '), ...flagsOfWork(job).flatMap((flag) => wordsOf(flag, asked))];
  const file = job.file === 'none' ? [] : [...(capture.startsWith('-') ? ['--'] : []), capture];
  return [...words, ...file].map(shellWord).join(' ');
}
