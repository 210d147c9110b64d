/** Where the profiles that the editor records are: in the workspace's storage, each in a file of its own. */
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';

export interface ProfileFiles {
  /** A file for a profile of `capture` that begins now, which is not there yet. Its folder is. */
  next(capture: string, now?: Date): string;
  /** Removes a profile if it is one of these; one that the user has put elsewhere is the user's. */
  remove(file: string): Promise<void>;
}

const SUFFIX = '.ireeprof';

/** Files in `folder`, which is created with the first of them. */
export function createProfileFiles(folder: string): ProfileFiles {
  /** Two that begin in one second are not there yet when they are named. */
  const given = new Set<string>();
  return {
    next(capture, now = new Date()) {
      mkdirSync(folder, { recursive: true });
      const name = `${path.basename(capture, path.extname(capture))}-${stamp(now)}`;
      for (let count = 1; ; count++) {
        const file = path.join(folder, `${name}${count === 1 ? '' : `-${String(count)}`}${SUFFIX}`);
        if (given.has(file) || existsSync(file)) continue;
        given.add(file);
        return file;
      }
    },
    async remove(file) {
      if (path.dirname(path.resolve(file)) === path.resolve(folder) && file.endsWith(SUFFIX)) await rm(file, { force: true });
    },
  };
}

/** Local time that sorts as text: 20260821-114203. */
function stamp(time: Date): string {
  const digits = (value: number): string => String(value).padStart(2, '0');
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(digits).join('');
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(digits).join('')}`;
}
