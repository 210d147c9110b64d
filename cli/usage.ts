/** A mistake in the command line: exit status 2, with the sentence and where help is. */
export class UsageError extends Error {}

/** Flags of one command as node:util's parseArgs takes them, with their help. */
export type Flags = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean; readonly value?: string; readonly help: string }>
>;

/** One command of ireereplay. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands on top of its help. */
  readonly description: string;
  readonly flags: Flags;
  readonly examples: readonly string[];
  /** Does the work; resolves with the exit status. */
  run(args: Arguments): Promise<number>;
}

/** A parsed command line. */
export interface Arguments {
  readonly capture: string;
  /** Values of a flag in order; empty when it was not given. */
  values(flag: string): readonly string[];
  value(flag: string): string | undefined;
  has(flag: string): boolean;
}

function flagLine(name: string, flag: Flags[string]): string {
  const usage = flag.type === 'string' ? `--${name}=${flag.value ?? 'VALUE'}` : `--${name}`;
  return `  ${usage}\n      ${flag.help}`;
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => flagLine(name, flag));
  return [
    `Usage: ireereplay ${command.name} [flags] CAPTURE`,
    '',
    command.description,
    '',
    'Flags:',
    ...flags,
    '  --help\n      Prints this.',
    '',
    'Examples:',
    ...command.examples.map((example) => `  ireereplay ${command.name} ${example}`),
    '',
    'Exit status: 0 done, 1 the work failed (the reason is on stderr), 2 the command line was wrong.',
    '',
  ].join('\n');
}
