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

/** The line, from 0, that defines the first of the functions that any does; 0 where none does. */
export function kernelLine(text: string, functions: readonly string[]): number {
  const lines = text.split('\n');
  for (const name of functions.map(escaped)) {
    for (const definition of DEFINITIONS) {
      const pattern = definition(name);
      const found = lines.findIndex((line) => pattern.test(line));
      if (found >= 0) return found;
    }
  }
  return 0;
}
