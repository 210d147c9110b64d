/** The command line in IREE's style by a job's description: --flag=value, flags repeated, one file. */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { capturePath, flagsOfOutput, flagsOfWork, type Job } from '../../protocol/jobs/job';
import type { Options, PlacedFlag } from '../../protocol/jobs/option';
import { plainValue, wrongText } from '../../protocol/jobs/texts';
import { UsageError } from './usageError';

/** What a command line asks for: from the work, and for printing its result. */
export interface Asked<Told extends Options, Output extends Options> {
  readonly options: v.InferOutput<Told>;
  readonly output: v.InferOutput<Output>;
}

/** IREE's tools accept --flag=true and --flag=false for switches; node:util knows only --flag. */
function normalizeSwitches(switches: ReadonlySet<string>, args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const [, name = '', value = ''] = /^--([^=]+)=(true|false|1|0)$/.exec(arg) ?? [];
    if (!switches.has(name)) return [arg];
    return value === 'true' || value === '1' ? [`--${name}`] : [];
  });
}

type Texts = Readonly<Record<string, readonly string[]>>;

/** The texts of every flag that was given, and the path of what the job is about, if it is about a file. Throws UsageError. */
function texts(file: Job['file'], flags: readonly PlacedFlag[], args: readonly string[]): [Texts, string | undefined] {
  const switches = new Set(flags.filter(({ kind }) => kind === 'switch').map(({ flag }) => flag));
  const options = Object.fromEntries(
    flags.map(({ flag, kind, short }) => [
      flag,
      { type: kind === 'switch' ? 'boolean' : 'string', multiple: true, ...(short === undefined ? {} : { short }) } as const,
    ]),
  );
  let parsed;
  try {
    parsed = parseArgs({ args: normalizeSwitches(switches, args), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error instanceof Error ? error.message : String(error)).split('. To specify')[0] ?? '');
  }
  const [capture, ...rest] = parsed.positionals;
  if (file === 'none' && capture !== undefined) throw new UsageError(`expected no file, got ${capture}`);
  if (file !== 'none' && capture === undefined) throw new UsageError(`expected the path of a ${file}`);
  if (rest.length > 0) throw new UsageError(`expected one ${file}, got ${String(rest.length + 1)}`);
  const given = Object.fromEntries(Object.entries(parsed.values).map(([flag, values]) => [flag, (values ?? []).map(String)]));
  for (const { flag, kind } of flags) {
    if (kind !== 'many' && (given[flag]?.length ?? 0) > 1) throw new UsageError(`--${flag} was given more than once`);
  }
  return [given, capture];
}

function valueOf(flag: PlacedFlag, text: string): unknown {
  const value = flag.parse === undefined ? plainValue(flag.item, text) : flag.parse(text);
  if (value === undefined || v.is(flag.item, value)) return value;
  throw new UsageError(flag.wrong?.(text) ?? wrongText(flag.item, flag.flag, flag.placeholder ?? '', text));
}

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts the value where the path leads, but not below a group of flags that was not chosen. */
function put(into: Tree, path: readonly string[], value: unknown, groups: ReadonlySet<string>): void {
  let at = into;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    if (at[key] === undefined && groups.has(path.slice(0, depth + 1).join('.'))) return;
    const next = (at[key] ??= {});
    if (isTree(next)) at = next;
  }
  at[path.at(-1) ?? ''] = value;
}

/** What the flags say, where the description puts it. */
function placed(flags: readonly PlacedFlag[], given: Readonly<Record<string, readonly string[]>>): Tree {
  const groups = new Set(flags.filter(({ kind }) => kind === 'group').map(({ path }) => path.join('.')));
  const tree: Tree = {};
  for (const flag of flags) {
    const all = given[flag.flag] ?? [];
    const values = flag.separated === true ? all.flatMap((text) => text.split(',')) : all;
    if (values.length === 0 && !(flag.kind === 'many' && flag.required)) continue;
    const value =
      flag.kind === 'switch' ? true : flag.kind === 'many' ? values.map((text) => valueOf(flag, text)) : valueOf(flag, values[0] ?? '');
    if (value !== undefined) put(tree, flag.path, value, groups);
  }
  return tree;
}

function checked<Schema extends Options>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new UsageError(result.issues[0].message);
}

/** What the work is told; options given as they are need no further check. */
function toldOf<Told extends Options, Output extends Options, Said extends Options>(
  job: Job<Told, Output, Said>,
  asked: v.InferOutput<Said>,
): v.InferOutput<Told> {
  const told = job.told(asked);
  return Object.is(told, asked) ? asked : checked(job.options, told);
}

/** Parses what follows the command's name. Throws UsageError. */
export function parse<Told extends Options, Output extends Options, Said extends Options>(
  job: Job<Told, Output, Said>,
  args: readonly string[],
): Asked<Told, Output> {
  const [work, shown] = [flagsOfWork(job), flagsOfOutput(job)];
  const [given, capture] = texts(job.file, [...work, ...shown], args);
  const missing = work.find(
    ({ flag, path, kind, required }) => required && kind === 'one' && path.length === 1 && given[flag] === undefined,
  );
  if (missing !== undefined) throw new UsageError(`expected --${missing.flag}=${missing.placeholder ?? ''}`);
  const tree = placed(work, given);
  if (capture !== undefined) put(tree, capturePath(job.asked), capture, new Set());
  const asked = checked(job.asked, tree);
  const contradiction = job.contradiction(asked);
  if (contradiction !== undefined) throw new UsageError(contradiction);
  return { options: toldOf(job, asked), output: checked(job.output, placed(shown, given)) };
}
