/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import { parseArguments } from './arguments';
import { benchmark } from './benchmark';
import { dump } from './dump';
import { info } from './info';
import { preflight } from './preflight';
import { run } from './run';
import { substitute } from './substitute';
import { verify } from './verify';
import { commandHelp, UsageError, type Command } from './usage';

const commands: readonly Command[] = [dump, info, preflight, run, benchmark, verify, substitute];

function help(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Reads and replays what IREE recorded.',
    '',
    'Usage: ireereplay COMMAND [flags] CAPTURE',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
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
    (name === undefined ? process.stderr : process.stdout).write(help());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new UsageError(`no command ${name}: there are ${commands.map((known) => known.name).join(', ')}`);
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
