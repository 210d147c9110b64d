/** Where built kernels are cached: a folder that nobody else can write to, of bounded size. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { cacheFolder } from '../history/cacheFolder';
import { BuildError } from './buildError';

const MOST_KERNELS = 200;
const MOST_BYTES = 256 * 1024 * 1024;
/** An older build has been killed. */
const LONGEST_BUILD_MS = 24 * 3600 * 1000;

const LIBRARY = '.so';
/** Begins the names of folders that builds happen in. */
export const BUILDING = 'build-';

/** The folder, created if missing. Rejects with a BuildError when somebody else could have put a library into it. */
export async function kernelCache(): Promise<string> {
  const folder = path.join(cacheFolder(), 'kernels');
  const refuse = (why: string): never => {
    throw new BuildError(`Kernels cannot be built in ${folder}: ${why}. Remove it, or set XDG_CACHE_HOME to a folder of your own.`, [], '');
  };
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
  const { uid, mode } = await fs.stat(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) refuse(`it belongs to another user (${String(uid)})`);
  if ((mode & 0o022) !== 0) refuse('other users may write to it');
  return folder;
}

/** Where the library of `name` is, or would be. */
export const keptLibrary = (cache: string, name: string): string => path.join(cache, `${name}${LIBRARY}`);

/** Removes the least recently used kernels over the limit, and what killed builds have left. */
export async function trimKernels(cache: string): Promise<void> {
  const names = await fs.readdir(cache);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, at: await fs.stat(path.join(cache, name)).catch(() => undefined) })),
  );
  const remove = (name: string): Promise<void> => fs.rm(path.join(cache, name), { recursive: true, force: true });
  let bytes = 0;
  let kernels = 0;
  const byAge = entries.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }])).sort((a, b) => b.at.mtimeMs - a.at.mtimeMs);
  for (const { name, at } of byAge) {
    if (name.startsWith(BUILDING)) {
      if (Date.now() - at.mtimeMs > LONGEST_BUILD_MS) await remove(name);
      continue;
    }
    if (!name.endsWith(LIBRARY)) continue;
    bytes += at.size;
    kernels++;
    if (kernels > MOST_KERNELS || (bytes > MOST_BYTES && kernels > 1)) {
      const beside = names.filter((other) => other.startsWith(name));
      await Promise.all(beside.map(remove));
    }
  }
}
