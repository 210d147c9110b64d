/** ireereplay schema: what jobs are told and what they give, as JSON Schemas. */
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { COMMANDS } from '../protocol/jobs/all';
import type { Job } from '../protocol/jobs/job';
import { UsageError } from './parse';

/**
 * The JSON Schemas of one job. Not in them is what JSON Schema cannot say, that a text is a regular expression, and what it need not,
 * that numbers are finite.
 */
export async function jobSchema(described: Job): Promise<unknown> {
  const config: ConversionConfig = { typeMode: 'input', ignoreActions: ['check', 'finite'] };
  // As JSON: how texts are parsed and printed is no part of it.
  return JSON.parse(
    JSON.stringify({ options: toJsonSchema(described.options, config), result: toJsonSchema(await described.result(), config) }),
  );
}

export const SCHEMA_HELP = [
  'Usage: ireereplay schema [COMMAND]',
  '',
  'Prints JSON Schemas of what a command tells the engine and of its result; of every command without one.',
  'The result is what --format=json prints; of dump a line of --format=jsonl, of benchmark what --history keeps.',
  '',
].join('\n');

/** What the command prints. Rejects with UsageError. */
export async function schemaText(words: readonly string[]): Promise<string> {
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
