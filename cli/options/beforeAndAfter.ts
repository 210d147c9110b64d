/** Commands that compare two files name them in order: `diff A B` is `diff --before=A B`. */

const isPath = (arg: string): boolean => !arg.startsWith('-');

/** The arguments, with the first of two paths as the flag. */
export function withBefore(args: readonly string[]): readonly string[] {
  if (args.filter(isPath).length !== 2) return args;
  const first = args.findIndex(isPath);
  return args.map((arg, index) => (index === first ? `--before=${arg}` : arg));
}
