// What a file of the project imports from the project.
import path from 'node:path';
import ts from 'typescript';

/** Paths from the root, without a suffix where the import omits it; imports of types alone count, as do dynamic ones. */
export function imports(file, text) {
  if (/\.(cc|h)$/.test(file)) {
    return [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name]) => `native/core/${name}`);
  }
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return names.filter((name) => name.startsWith('.')).map((name) => path.posix.join(path.posix.dirname(file), name));
}
