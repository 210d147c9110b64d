/** The table of operators' schemas that the package has: names and types, so that a trace is read without PyTorch. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parseSchema, type Schema } from './schemaLanguage';

/** The schemas of an operator's overloads in a version of PyTorch. */
export interface VersionSchemas {
  /** "2.8.0". */
  readonly pytorch: string;
  readonly schemas: readonly Schema[];
}

/** Answers from the table. */
export interface SchemaTable {
  /** The overloads of an operator, "aten::add", by version, the newest first; empty where no version has it. */
  overloadsOf(name: string): readonly VersionSchemas[];
  /** Whether any operator is in a library, "aten". */
  hasLibrary(library: string): boolean;
}

const VERSION = '# PyTorch ';

/** Reads the table of a folder. scripts/torchSchemas.py makes it and says what is in it. Schemas are parsed when they are asked for. */
export async function readSchemaTable(folder: string): Promise<SchemaTable> {
  const file = path.join(folder, 'schemas.txt');
  const versions: { readonly pytorch: string; readonly lines: Map<string, string[]> }[] = [];
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.startsWith(VERSION)) versions.push({ pytorch: line.slice(VERSION.length), lines: new Map() });
    const version = versions.at(-1);
    if (version === undefined || line === '' || line.startsWith('#')) continue;
    const name = /^[\w:]+/.exec(line)?.[0] ?? '';
    const known = version.lines.get(name);
    if (known === undefined) version.lines.set(name, [line]);
    else known.push(line);
  }
  const libraries = new Set(versions.flatMap(({ lines }) => Array.from(lines.keys(), (name) => name.slice(0, name.indexOf('::')))));
  return {
    hasLibrary: (library) => libraries.has(library),
    overloadsOf: (name) =>
      versions.flatMap(({ pytorch, lines }) => {
        const found = lines.get(name);
        return found === undefined ? [] : [{ pytorch, schemas: found.map(parseSchema) }];
      }),
  };
}
