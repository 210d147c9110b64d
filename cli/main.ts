/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import { parseArguments } from './arguments';
import { commandHelp, UsageError, type Command } from './usage';

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

async function help(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...all.map(({ name }) => name.length));
  return [
    'Reads and replays what IREE recorded.',
    '',
    'Usage: ireereplay COMMAND [flags] CAPTURE',
    '',
    ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
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
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`no command ${name}: there are ${Object.keys(commands).join(', ')}`);
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  return command.run(parseArguments(command, args));
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
