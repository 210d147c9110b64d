/** What --help prints. */
import { flagsOfOutput, flagsOfWork, type Job } from '../../protocol/jobs/job';
import type { PlacedFlag } from '../../protocol/jobs/option';

const WIDTH = 120;

/** The text, wrapped and indented. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
}

/** "--device=local-sync|local-task", "--guard_buffers", "-o FILE, --output=FILE". */
export function flagUsage({ flag, short, placeholder }: PlacedFlag): string {
  const long = placeholder === undefined ? `--${flag}` : `--${flag}=${placeholder}`;
  return short === undefined ? long : `-${short} ${placeholder ?? ''}`.trimEnd() + `, ${long}`;
}

export const EXIT_STATUS = 'Exit status: 0 done, 1 the work failed (the reason is on stderr), 2 the command line was wrong.';

export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** The help that lists commands. */
export function helpOf(listed: readonly { readonly name: string; readonly summary: string }[], what: string, usage: string): string {
  const width = Math.max(...listed.map(({ name }) => name.length));
  return [
    what,
    '',
    `Usage: ireereplay ${usage}`,
    '',
    ...listed.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'ireereplay COMMAND --help says more. Exit status: 0 done, 1 the work failed, 2 the command line was wrong.',
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(job: Job): string {
  return [
    `Usage: ireereplay ${job.name} [flags]${job.file === 'none' ? '' : ` ${job.file.toUpperCase()}`}`,
    '',
    job.description,
    '',
    'Flags:',
    ...[...flagsOfWork(job), ...flagsOfOutput(job)].map((flag) => `  ${flagUsage(flag)}\n${wrapped(flag.description, '      ')}`),
    '  --help\n      Prints this.',
    '',
    'Examples:',
    ...job.examples.map((example) => `  ireereplay ${job.name} ${example}`.trimEnd()),
    '',
    EXIT_STATUS,
    '',
  ].join('\n');
}
