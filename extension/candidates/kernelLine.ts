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

/** The line, from 0, that defines the function; undefined where none does, or no name is known. */
export function definitionLine(text: string, name: string | undefined): number | undefined {
  if (name === undefined || name === '') return undefined;
  const lines = text.split('\n');
  for (const definition of DEFINITIONS) {
    const pattern = definition(escaped(name));
    const found = lines.findIndex((line) => pattern.test(line));
    if (found >= 0) return found;
  }
  return undefined;
}

/** The same; where a macro defines it, the first line that names it outside of a comment, or else the top. */
export function kernelLine(text: string, name: string | undefined): number {
  const defined = definitionLine(text, name);
  if (defined !== undefined || name === undefined || name === '') return defined ?? 0;
  const word = new RegExp(`(?<![\\w$.-])${escaped(name)}(?![\\w$.-])`);
  const found = text.split('\n').findIndex((line) => !COMMENT.test(line) && word.test(line));
  return Math.max(0, found);
}
