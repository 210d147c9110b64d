/** Finds the file that a compiler has named: at its path, where a prefix leads, or by the end of its path in the workspace. */
import { access } from 'node:fs/promises';
import * as path from 'node:path';
import { filesBelow } from './filesBelow';
import { compareMatches, mapped, matchSource, type PathPrefixes, type SourceMatch } from './sourceMatch';

export interface FoundSource {
  readonly file: string;
  readonly match: SourceMatch;
}

/** Undefined where there is none. Of several whose paths end alike the first by name is taken. */
export async function findSource(
  compiled: string,
  folders: readonly string[],
  prefixes: PathPrefixes,
  signal: AbortSignal,
): Promise<FoundSource | undefined> {
  for (const [file, how] of [
    [compiled, 'path'],
    [mapped(compiled, prefixes), 'prefix'],
  ] as const)
    if (file !== undefined && path.isAbsolute(file) && (await exists(file))) return { file, match: { how } };
  const name = compiled.split(/[/\\]/).at(-1) ?? '';
  if (name === '') return undefined;
  const found: FoundSource[] = [];
  for (const folder of folders)
    for await (const file of filesBelow(folder, (one) => one === name, signal)) {
      const match = matchSource(file, compiled, prefixes);
      if (match !== undefined) found.push({ file, match });
    }
  return found.sort((a, b) => compareMatches(a.match, b.match) || a.file.localeCompare(b.file))[0];
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
