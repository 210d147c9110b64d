/** The captures below a folder. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import * as path from 'node:path';

export const CAPTURE_SUFFIX = '.ireereplay';

/** Folders in which nobody looks for captures, and in which there may be very much. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn']);

/** Yields their paths as they are found; links are not followed. What cannot be read is passed over. */
export async function* captureFiles(folder: string, signal: AbortSignal): AsyncGenerator<string> {
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
      else if (entry.isFile() && entry.name.endsWith(CAPTURE_SUFFIX)) yield path.join(folder, entry.name);
    }
  } catch {
    // The folder went while it was read.
  }
  for (const name of below) yield* captureFiles(path.join(folder, name), signal);
}
