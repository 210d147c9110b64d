/** Where the profiles that the editor records are: each in a file of its own, beside its capture or in the workspace's storage. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import * as path from 'node:path';

/** A profile as it was recorded. */
export interface RecordedProfile {
  readonly file: string;
  readonly bytes: number;
  /** When it was written, in milliseconds since 1970. */
  readonly modifiedMs: number;
}

export interface ProfileFiles {
  /** A file for a profile of `capture` that begins now, which is not there yet. Its folder is. */
  next(capture: string, now?: Date): string;
  /** Its recording has ended: what is there then is known as recorded here. */
  ended(file: string): Promise<void>;
  /** Profiles that were recorded here, are there, and have not changed since; the oldest first. */
  recorded(): Promise<readonly RecordedProfile[]>;
  /** Removes a profile of the storage. One that lies elsewhere is the user's. */
  remove(file: string): Promise<void>;
}

/** The part of VS Code's state that this needs. */
interface Memento {
  get<Value>(key: string, otherwise: Value): Value;
  update(key: string, value: unknown): Thenable<void>;
}

/** The profiles that were recorded beside captures. */
const KEY = 'ireeReplay.recordedProfiles';

const SUFFIX = '.ireeprof';

/** `storage` is created with the first file in it. `isBeside` says of a capture whether its profiles go beside it, where that can be written. */
export function createProfileFiles(storage: string, memento: Memento, isBeside: (capture: string) => boolean): ProfileFiles {
  /** Two that begin in one second are not there yet when they are named. */
  const begun = new Set<string>();
  const isStored = (file: string): boolean => path.dirname(path.resolve(file)) === path.resolve(storage) && file.endsWith(SUFFIX);
  const known = (): readonly RecordedProfile[] => memento.get<readonly RecordedProfile[]>(KEY, []);
  return {
    next(capture, now = new Date()) {
      const beside = path.dirname(path.resolve(capture));
      const folder = isBeside(capture) && isWritable(beside) ? beside : storage;
      mkdirSync(folder, { recursive: true });
      const name = `${path.basename(capture, path.extname(capture))}-${stamp(now)}`;
      for (let count = 1; ; count++) {
        const file = path.join(folder, `${name}${count === 1 ? '' : `-${String(count)}`}${SUFFIX}`);
        if (begun.has(file) || existsSync(file)) continue;
        begun.add(file);
        return file;
      }
    },
    async ended(file) {
      begun.delete(file);
      const profile = isStored(file) ? undefined : await profileAt(file);
      if (profile === undefined) return;
      const others = known().filter((other) => other.file !== file && existsSync(other.file));
      await memento.update(KEY, [...others, profile]);
    },
    async recorded() {
      const names = await readdir(storage).catch(() => []);
      const stored = names.map((name) => path.join(storage, name)).filter((file) => isStored(file) && !begun.has(file));
      const beside = known().map(async (profile) => {
        const now = await profileAt(profile.file);
        return isSameProfile(profile, now) ? now : undefined;
      });
      const all = await Promise.all([...stored.map(profileAt), ...beside]);
      return all.flatMap((profile) => profile ?? []).sort((a, b) => a.modifiedMs - b.modifiedMs);
    },
    async remove(file) {
      if (isStored(file)) await rm(file, { force: true });
    },
  };
}

/** Whether the file is what it was. */
export const isSameProfile = (profile: RecordedProfile, now: RecordedProfile | undefined): boolean =>
  profile.file === now?.file && profile.bytes === now.bytes && profile.modifiedMs === now.modifiedMs;

/** Undefined where there is no file. */
async function profileAt(file: string): Promise<RecordedProfile | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() === true ? { file, bytes: found.size, modifiedMs: found.mtimeMs } : undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Local time that sorts as text: 20260821-114203. */
function stamp(time: Date): string {
  const digits = (value: number): string => String(value).padStart(2, '0');
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(digits).join('');
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(digits).join('')}`;
}
