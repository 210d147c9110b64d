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

/** The file of that name in the folder: what is handed on is handed on with what belongs to it. */
export async function sourceBeside(compiled: string, folder: string, prefixes: PathPrefixes): Promise<FoundSource | undefined> {
  const file = path.join(folder, compiled.split(/[/\\]/).at(-1) ?? '');
  const match = matchSource(file, compiled, prefixes);
  return match !== undefined && (await exists(file)) ? { file, match } : undefined;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
