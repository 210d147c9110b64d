/** Files near a capture that may be one that it lacks. */
import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

/** Entries that are looked at, of all folders together, and files that are given, at most. */
const MOST_ENTRIES = 4096;
const MOST_FILES = 4;

interface Lacking {
  /** As the capture names it. */
  readonly path: string;
  /** Its length when it was recorded. */
  readonly bytes: string;
}

/**
 * Files of the same length beside the capture and in the folders there, the one of the same name first, then those of the same kind of
 * name. Nothing of their contents is read. Rejects with the signal's reason.
 */
export async function sameFiles(capture: string, lacking: Lacking, signal: AbortSignal): Promise<readonly string[]> {
  const name = path.posix.basename(lacking.path);
  const beside = path.dirname(capture);
  let looked = 0;
  const found: string[] = [];
  const look = async (folder: string): Promise<readonly string[]> => {
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      signal.throwIfAborted();
      if (++looked > MOST_ENTRIES) break;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (file !== capture && (entry.isFile() || entry.isSymbolicLink()) && (await lengthOf(file)) === lacking.bytes) found.push(file);
    }
    return folders;
  };
  for (const folder of await look(beside)) await look(folder);
  const rank = (file: string): number => (path.basename(file) === name ? 0 : path.extname(file) === path.posix.extname(name) ? 1 : 2);
  return found.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).slice(0, MOST_FILES);
}

/** Length of a regular file; undefined of anything else. */
async function lengthOf(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file, { bigint: true }).then((found) => (found.isFile() ? found : { size: undefined }));
    return size?.toString();
  } catch {
    return undefined;
  }
}
