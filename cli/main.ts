/** ireereplay: everything the extension does, without VS Code. */
import { version } from '../package.json';
import type { Starts } from './options/command';
import { print, printLine } from './printing/print';
import { isUsageError, UsageError } from './options/usageError';

/** Each a bundle of its own, loaded when it is wanted: a small replay takes less time than loading all of them. */
const commands: Readonly<Record<string, () => Promise<Starts>>> = {
  record: async () => (await import('./commands/record')).record,
  dump: async () => (await import('./commands/dump')).dump,
  info: async () => (await import('./commands/info')).info,
  source: async () => (await import('./commands/source')).source,
  preflight: async () => (await import('./commands/preflight')).preflight,
  run: async () => (await import('./commands/run')).run,
  benchmark: async () => (await import('./commands/benchmark')).benchmark,
  verify: async () => (await import('./commands/verify')).verify,
  substitute: async () => (await import('./commands/substitute')).substitute,
  bisect: async () => (await import('./commands/bisect')).bisect,
  roof: async () => (await import('./commands/roof')).roof,
  diff: async () => (await import('./commands/diff')).diff,
  extract: async () => (await import('./commands/extract')).extract,
  pack: async () => (await import('./commands/pack')).pack,
  unpack: async () => (await import('./commands/unpack')).unpack,
  reduce: async () => (await import('./commands/reduce')).reduce,
  repair: async () => (await import('./commands/repair')).repair,
  profile: async () => (await import('./commands/profile')).profile,
  llvm: async () => (await import('./commands/llvm')).llvm,
  torch: async () => (await import('./commands/torch')).torch,
  schema: async () => (await import('./commands/schema')).schema,
};

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === '--version') {
    printLine(version);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const { overview } = await import('./commands/overview');
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
