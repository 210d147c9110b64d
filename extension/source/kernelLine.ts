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

/** The line, from 0, that defines the function; 0 where none does, or no name is known. */
export function kernelLine(text: string, name: string | undefined): number {
  if (name === undefined) return 0;
  const lines = text.split('\n');
  for (const definition of DEFINITIONS) {
    const pattern = definition(escaped(name));
    const found = lines.findIndex((line) => pattern.test(line));
    if (found >= 0) return found;
  }
  return 0;
}
