/** ireereplay schema: what jobs are told and their results, as JSON Schemas. */
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { COMMANDS } from '../../protocol/jobs/all';
import type { Job } from '../../protocol/jobs/job';
import type { Starts } from '../options/command';
import { asksForHelp } from '../options/help';
import { print } from '../printing/print';
import { UsageError } from '../options/usageError';

/**
 * The JSON Schemas of one job. They omit what JSON Schema cannot say, that a text is a regular expression, and what it need not, that
 * numbers are finite.
 */
export async function jobSchema(described: Job): Promise<unknown> {
  const config: ConversionConfig = { typeMode: 'input', ignoreActions: ['check', 'finite'] };
  // As JSON: how texts are parsed and printed is not part of it.
  return JSON.parse(
    JSON.stringify({ options: toJsonSchema(described.options, config), result: toJsonSchema(await described.result(), config) }),
  );
}

const SCHEMA_HELP = [
  'Usage: ireereplay schema [COMMAND]',
  '',
  'Prints JSON Schemas of what a command is told and what it returns; without COMMAND, of every command.',
  'The result is what --format=json prints; for dump, a line of --format=jsonl; for benchmark, what --history saves.',
  '',
].join('\n');

/** What the command prints. Rejects with UsageError. */
async function schemaText(words: readonly string[]): Promise<string> {
  const name = words.length === 0 ? undefined : words.join(' ');
  const job = COMMANDS.find((one) => one.name === name);
  if (name !== undefined && job === undefined) {
    throw new UsageError(`no command ${name}: there are ${COMMANDS.map((one) => one.name).join(', ')}`);
  }
  const all = async (): Promise<unknown> =>
    Object.fromEntries(await Promise.all(COMMANDS.map(async (one) => [one.name, await jobSchema(one)])));
  const schema = await (job === undefined ? all() : jobSchema(job));
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export const schema: Starts = {
  start: async (args) => {
    print(asksForHelp(args) ? SCHEMA_HELP : await schemaText(args));
    return 0;
  },
};
