/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import type { Command } from './command';
import { commandHelp } from './help';
import { UsageError } from './parse';

/** Loaded when it is asked for: a small replay takes less time than loading all of them. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  dump: async () => (await import('./dump')).dump,
  info: async () => (await import('./info')).info,
  preflight: async () => (await import('./preflight')).preflight,
  run: async () => (await import('./run')).run,
  benchmark: async () => (await import('./benchmark')).benchmark,
  verify: async () => (await import('./verify')).verify,
  substitute: async () => (await import('./substitute')).substitute,
};

const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

function helpOf(listed: readonly { readonly name: string; readonly summary: string }[], what: string, usage: string): string {
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

async function help(): Promise<string> {
  const { COMMANDS } = await import('../protocol/jobs/all');
  const schema = { name: 'schema', summary: 'print JSON Schemas of what a command takes and gives' };
  return helpOf([...COMMANDS, schema], 'Reads and replays what IREE recorded.', 'COMMAND [flags] CAPTURE');
}

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version') {
    console.log(version);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? process.stderr : process.stdout).write(await help());
    return name === undefined ? 2 : 0;
  }
  if (name === 'schema') {
    const { SCHEMA_HELP, schemaText } = await import('./schema');
    process.stdout.write(asksForHelp(args) ? SCHEMA_HELP : await schemaText(args));
    return 0;
  }
  if (name === 'profile') return profile(args);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`no command ${name}: there are ${[...Object.keys(commands), 'profile'].join(', ')}`);
  return start(await load(), args);
}

async function start(command: Command, args: readonly string[]): Promise<number> {
  if (!asksForHelp(args)) return command.start(args);
  process.stdout.write(commandHelp(command.job));
  return 0;
}

/** What is asked of a profile is a word more. */
async function profile(args: readonly string[]): Promise<number> {
  if (asksForHelp(args) && args.every((arg) => arg.startsWith('-'))) {
    const { PROFILE_JOBS } = await import('../protocol/jobs/profile');
    process.stdout.write(
      helpOf(PROFILE_JOBS, 'Answers what is asked of a profile, as iree-profile does.', 'profile COMMAND [flags] PROFILE'),
    );
    return 0;
  }
  const { profileCommand } = await import('./profile');
  return start(...profileCommand(args));
}

// A closed pipe (| head) ends the output, and is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`ireereplay: ${message}`);
    if (error instanceof UsageError) console.error('ireereplay --help says how to use it');
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
