/** The command line in IREE's style: --flag=value, flags repeated, one capture. */
import { parseArgs } from 'node:util';
import { UsageError, type Arguments, type Command } from './usage';

/** IREE's tools take --flag=true and --flag=false for booleans; node:util knows only --flag. */
function normalizeBooleans(command: Command, args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const match = /^--([^=]+)=(true|false|1|0)$/.exec(arg);
    const name = match?.[1];
    if (name === undefined || command.flags[name]?.type !== 'boolean') return [arg];
    return match?.[2] === 'true' || match?.[2] === '1' ? [`--${name}`] : [];
  });
}

/** Parses what follows the command's name. Throws UsageError. */
export function parseArguments(command: Command, args: readonly string[]): Arguments {
  const options = Object.fromEntries(Object.entries(command.flags).map(([name, { type }]) => [name, { type, multiple: true } as const]));
  let parsed;
  try {
    parsed = parseArgs({ args: normalizeBooleans(command, args), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error instanceof Error ? error.message : String(error)).split('. To specify')[0] ?? '');
  }
  const [capture, ...rest] = parsed.positionals;
  if (capture === undefined) throw new UsageError('expected the path of a capture');
  if (rest.length > 0) throw new UsageError(`expected one capture, got ${String(rest.length + 1)}`);
  const values = (flag: string): readonly string[] => (parsed.values[flag] ?? []).map(String);
  for (const [name, flag] of Object.entries(command.flags)) {
    if (flag.multiple !== true && values(name).length > 1) throw new UsageError(`--${name} was given more than once`);
  }
  return {
    capture,
    values,
    value: (flag) => values(flag)[0],
    has: (flag) => values(flag).length > 0,
  };
}

/** The value of a flag that takes one of a few words; the first is the default. */
export function choice<T extends string>(args: Arguments, flag: string, words: readonly [T, ...T[]]): T {
  const value = args.value(flag);
  if (value === undefined) return words[0];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`unsupported --${flag}=${value}; expected ${words.join(' or ')}`);
  return word;
}

/** The value of a flag that takes a whole number from `least` up. */
export function wholeNumber(args: Arguments, flag: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = args.value(flag);
  if (value === undefined) return undefined;
  const number = /^(0x[0-9a-fA-F]+|\d+)$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < least || number > most) {
    throw new UsageError(
      `--${flag}=${value} is not a whole number from ${String(least)}${most === Number.MAX_SAFE_INTEGER ? ' up' : ` to ${String(most)}`}`,
    );
  }
  return number;
}

/** The value of a flag that takes a time: "2", "0.5", "0.5s". */
export function seconds(args: Arguments, flag: string): number | undefined {
  const value = args.value(flag);
  if (value === undefined) return undefined;
  const number = Number(/^(\d+(?:\.\d+)?)s?$/.exec(value)?.[1] ?? NaN);
  if (!(number > 0)) throw new UsageError(`--${flag}=${value} is not a number of seconds above 0`);
  return number;
}

/** The value of a flag that takes a number from 0 up: "4", "1e-5". */
export function numberValue(args: Arguments, flag: string): number | undefined {
  const value = args.value(flag);
  if (value === undefined) return undefined;
  const number = /^\d*\.?\d+(e[+-]?\d+)?$/i.test(value) ? Number(value) : NaN;
  if (!Number.isFinite(number)) throw new UsageError(`--${flag}=${value} is not a number from 0 up`);
  return number;
}
