/** The files below a folder. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import * as path from 'node:path';

/** Folders in which nobody looks for captures or kernels, and in which there may be very much. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn']);

/** Yields paths of those whose names are wanted, as they are found; links are not followed. What cannot be read is passed over. */
export async function* filesBelow(folder: string, wanted: (name: string) => boolean, signal: AbortSignal): AsyncGenerator<string> {
  let entries: AsyncIterable<Dirent>;
  try {
    entries = await opendir(folder);
  } catch {
    return;
  }
  const below: string[] = [];
  try {
    for await (const entry of entries) {
      if (signal.aborted) return;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) below.push(entry.name);
      else if (entry.isFile() && wanted(entry.name)) yield path.join(folder, entry.name);
    }
  } catch {
    // The folder went while it was read.
  }
  for (const name of below) yield* filesBelow(path.join(folder, name), wanted, signal);
}
