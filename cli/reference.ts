/** docs/command-line.md: what --help says of every command. */
import { flagsOfOutput, flagsOfWork, type Job } from '../protocol/jobs/job';
import type { PlacedFlag } from '../protocol/jobs/option';
import { EXIT_STATUS, flagUsage } from './help';

/** What the flag is without being given, where the help does not say it. */
function defaultOf({ kind, initial, print = String, description }: PlacedFlag): string {
  if (kind === 'switch' || kind === 'many' || initial === undefined || description.includes('default')) return '';
  return ` Default: \`${print(initial)}\`.`;
}

const flagItem = (flag: PlacedFlag): string =>
  `- \`${flagUsage(flag)}\`${flag.kind === 'many' ? ', repeatable' : ''}: ${flag.description.replaceAll('*', '\\*')}${defaultOf(flag)}`;

const section = (job: Job): string =>
  [
    `## ireereplay ${job.name}`,
    '',
    job.description,
    '',
    '```sh',
    ...job.examples.map((example) => `ireereplay ${job.name} ${example}`),
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
    'Made from the descriptions in `protocol/jobs` by `npm run docs`; a test compares it with them.',
    '',
    `\`ireereplay COMMAND --help\` says the same. ${EXIT_STATUS}`,
    '`ireereplay schema [COMMAND]` prints JSON Schemas of what a command tells the engine, and of its result.',
    '',
    ...jobs.map(section),
  ].join('\n');
}
