/** docs/command-line.md: what --help prints about every command. */
import { flagsOfOutput, flagsOfWork, type Job } from '../../protocol/jobs/job';
import type { PlacedFlag } from '../../protocol/jobs/option';
import { EXIT_STATUS, flagUsage } from './help';

/** The flag's default, unless the help gives it. */
function defaultOf({ kind, initial, print = String, description }: PlacedFlag): string {
  if (kind === 'switch' || kind === 'many' || initial === undefined || description.includes('default')) return '';
  return ` Default: \`${print(initial)}\`.`;
}

const flagItem = (flag: PlacedFlag): string =>
  `- \`${flagUsage(flag)}\`${flag.kind === 'many' ? ', repeatable' : ''}: ${flag.description.replaceAll('*', '\\*')}${defaultOf(flag)}`;

/** What there is to say about a command. */
export const sectionOf = (job: Job): string =>
  [
    `## ireereplay ${job.name}`,
    '',
    job.description,
    '',
    '```sh',
    ...job.examples.map((example) => `ireereplay ${job.name} ${example}`.trimEnd()),
    '```',
    '',
    ...[...flagsOfWork(job), ...flagsOfOutput(job)].map(flagItem),
    '',
  ].join('\n');

/** The reference as Markdown. */
export function reference(jobs: readonly Job[]): string {
  return [
    '# The command line',
    '',
    'Generated from the descriptions in `protocol/jobs` by `npm run docs`; a test compares them.',
    '',
    `\`ireereplay COMMAND --help\` prints the same. ${EXIT_STATUS}`,
    '`ireereplay schema [COMMAND]` prints JSON Schemas of what a command is told and what it returns.',
    '',
    ...jobs.map(sectionOf),
  ].join('\n');
}
