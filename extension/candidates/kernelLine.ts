/** Where a source defines a kernel, by its name. */

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How a kernel is defined, what says it best first: its body in MLIR, else its export there; in LLVM IR, in C, in assembly. */
const DEFINITIONS: readonly ((name: string) => RegExp)[] = [
  (name) => new RegExp(`^\\s*(?:llvm|func)\\.func\\b.*@"?${name}(?![\\w$.-])`),
  (name) => new RegExp(`^\\s*hal\\.executable\\.export\\b.*@"?${name}(?![\\w$.-])`),
  (name) => new RegExp(`^define\\b.*@"?${name}(?![\\w$.-])`),
  (name) => new RegExp(`^[\\w*_][^;=]*\\b${name}\\s*\\([^;]*$`),
  (name) => new RegExp(`^"?${name}"?:`),
];

/** A line of comment. */
const COMMENT = /^\s*(?:\/\/|\/?\*|;|#(?!\s*define))/;

/**
 * The line, from 0, that defines the function; where a macro does, the first that names it outside of a comment; 0 where none does, or no
 * name is known.
 */
export function kernelLine(text: string, name: string | undefined): number {
  if (name === undefined || name === '') return 0;
  const lines = text.split('\n');
  for (const definition of DEFINITIONS) {
    const pattern = definition(escaped(name));
    const found = lines.findIndex((line) => pattern.test(line));
    if (found >= 0) return found;
  }
  const word = new RegExp(`(?<![\\w$.-])${escaped(name)}(?![\\w$.-])`);
  return Math.max(
    0,
    lines.findIndex((line) => !COMMENT.test(line) && word.test(line)),
  );
}
