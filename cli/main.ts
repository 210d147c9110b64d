/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import type { Starts } from './command';
import { print, printLine } from './print';
import { isUsageError, UsageError } from './usageError';

/** Each a bundle of its own, loaded when it is wanted: a small replay takes less time than loading all of them. */
const commands: Readonly<Record<string, () => Promise<Starts>>> = {
  record: async () => (await import('./record')).record,
  dump: async () => (await import('./dump')).dump,
  info: async () => (await import('./info')).info,
  source: async () => (await import('./source')).source,
  preflight: async () => (await import('./preflight')).preflight,
  run: async () => (await import('./run')).run,
  benchmark: async () => (await import('./benchmark')).benchmark,
  verify: async () => (await import('./verify')).verify,
  substitute: async () => (await import('./substitute')).substitute,
  bisect: async () => (await import('./bisect')).bisect,
  roof: async () => (await import('./roof')).roof,
  diff: async () => (await import('./diff')).diff,
  extract: async () => (await import('./extract')).extract,
  pack: async () => (await import('./pack')).pack,
  unpack: async () => (await import('./unpack')).unpack,
  reduce: async () => (await import('./reduce')).reduce,
  repair: async () => (await import('./repair')).repair,
  profile: async () => (await import('./profile')).profile,
  schema: async () => (await import('./schema')).schema,
};

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version') {
    printLine(version);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const { overview } = await import('./overview');
    if (name === undefined) process.stderr.write(overview());
    else print(overview());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw new UsageError(`no command ${name}: there are ${Object.keys(commands).join(', ')}`);
  const { start } = await load();
  return start(args);
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`ireereplay: ${message}`);
    if (isUsageError(error)) console.error('ireereplay --help shows how to use it');
    process.exitCode = isUsageError(error) ? 2 : 1;
  },
);
