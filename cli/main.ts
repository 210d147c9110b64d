/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import type { Command } from './command';
import { commandHelp } from './help';
import { UsageError } from './parse';

/** Loaded on demand: a small replay takes less time than loading all of them. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  dump: async () => (await import('./dump')).dump,
  info: async () => (await import('./info')).info,
  preflight: async () => (await import('./preflight')).preflight,
  run: async () => (await import('./run')).run,
  benchmark: async () => (await import('./benchmark')).benchmark,
  verify: async () => (await import('./verify')).verify,
  substitute: async () => (await import('./substitute')).substitute,
};

async function help(): Promise<string> {
  const { COMMANDS } = await import('../protocol/jobs/all');
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'Reads and replays what IREE recorded.',
    '',
    'Usage: ireereplay COMMAND [flags] CAPTURE',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    `  ${'schema'.padEnd(width)}  print JSON Schemas of what a command is told and what it returns`,
    '',
    'ireereplay COMMAND --help says more. Exit status: 0 done, 1 the work failed, 2 the command line was wrong.',
    '',
  ].join('\n');
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
    process.stdout.write(args.includes('--help') || args.includes('-h') ? SCHEMA_HELP : await schemaText(args));
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`no command ${name}: there are ${Object.keys(commands).join(', ')}`);
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(commandHelp(command.job));
    return 0;
  }
  return command.start(args);
}

// A closed pipe (| head) ends the output, and is not a failure.
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
    if (error instanceof UsageError) console.error('ireereplay --help shows how to use it');
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
