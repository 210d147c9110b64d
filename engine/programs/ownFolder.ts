/**
 * A folder for what a job needs while it goes on. It is removed with the job's end; where the process is killed first, by the next job that
 * makes one in the same place.
 */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { loadAddon } from '../addon/load';

const PREFIX = '.iree-replay-';

/** What mkdtemp() makes of it. */
const isOurs = (name: string): boolean => /^\.iree-replay-[A-Za-z0-9]{6}$/.test(name);

/** An open folder that this process has locked as long as it lives, or that cannot be locked; undefined where another process has the lock. */
async function locked(folder: string): Promise<{ readonly handle: fs.FileHandle; readonly isLocked: boolean } | undefined> {
  const handle = await fs.open(folder, 'r');
  try {
    if (loadAddon().tryLock(handle.fd, 'exclusive')) return { handle, isLocked: true };
  } catch {
    return { handle, isLocked: false };
  }
  await handle.close();
  return undefined;
}

/** Removes what killed processes have left in `parent`: whoever lives has locked its own folder. Where there are no locks, all of it stays. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const entry of await fs.readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !isOurs(entry.name)) continue;
    const folder = path.join(parent, entry.name);
    const lock = await locked(folder).catch(() => undefined);
    if (lock?.isLocked === true) await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
    await lock?.handle.close();
  }
}

const isThere = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

/** A new folder in `parent`. Another process may take it for an abandoned one before it is locked: then there is another. */
async function newFolder(parent: string): Promise<{ readonly folder: string; readonly handle: fs.FileHandle }> {
  for (;;) {
    const folder = await fs.mkdtemp(path.join(parent, PREFIX));
    const lock = await locked(folder).catch(async (error: unknown) => {
      if (await isThere(folder)) throw error;
    });
    if (lock !== undefined && (await isThere(folder))) return { folder, handle: lock.handle };
    await lock?.handle.close();
  }
}

/** Does the work in a folder of its own below `parent`, and removes that; and `parent`, too, where it was not there and is left empty. */
export async function inOwnFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const made = await fs.mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const { folder, handle } = await newFolder(path.resolve(parent));
  try {
    return await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
    await handle.close();
    if (made !== undefined) await fs.rmdir(parent).catch(() => undefined);
  }
}
