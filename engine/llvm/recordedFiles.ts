/** Recordings that a program wrote into a folder, by the names that LLVM gives them. */
import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';

const DESCRIPTOR = /^(__omp_offloading_.*|\d+_\d+)\.json$/;

/** When each descriptor of the folder was written, in milliseconds, by its name; empty where there is no such folder. */
export async function recordedFiles(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => DESCRIPTOR.test(name));
  const times = await Promise.all(names.map(async (name) => [name, (await stat(path.join(folder, name))).mtimeMs] as const));
  return new Map(times);
}

/** How many of them are new, or were written again. */
export const writtenSince = (before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number =>
  [...now].filter(([name, time]) => before.get(name) !== time).length;
