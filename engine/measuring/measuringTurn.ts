/**
 * At most one measurement at a time on this machine, whoever asked for it: this window or another, or a command line of the same
 * user. Whoever measures holds the lock of a file, which the system releases when the process ends, however it ends.
 */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import * as path from 'node:path';
import { loadAddon } from '../addon/load';

/** How long a waiting process sleeps before it looks again: short for a person, long enough not to disturb what is measured. */
const LOOK_AGAIN_MS = 200;

/** Takes what is said to a process that waits, or that cannot be given a turn. */
export type Tell = (sentence: string) => void;

/** Does `work`, called `what` for those who wait meanwhile, when nobody else measures. Rejects with AbortError when it is aborted before. */
export async function measureAlone<T>(what: string, tell: Tell, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const lock = await locked('exclusive', tell, signal);
  try {
    if (lock !== undefined) writeSync(lock, JSON.stringify({ pid: process.pid, what }), 0);
    return await work();
  } finally {
    if (lock !== undefined) release(lock);
  }
}

/** Resolves when nobody measures; what begins then may overlap with the next measurement. */
export async function untilNobodyMeasures(tell: Tell, signal: AbortSignal): Promise<void> {
  const lock = await locked('shared', tell, signal);
  if (lock !== undefined) closeSync(lock);
}

/** The descriptor of the locked file, once it is had; undefined, with a word about it, where this machine gives none. */
async function locked(kind: 'exclusive' | 'shared', tell: Tell, signal: AbortSignal): Promise<number | undefined> {
  const addon = loadAddon();
  let said = '';
  for (;;) {
    signal.throwIfAborted();
    let file: number | undefined;
    try {
      const name = path.join(privateFolder(), 'measuring.lock');
      file = openSync(name, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
      if (addon.tryLock(file, kind)) {
        // A file that has been removed meanwhile keeps nobody out.
        if (isSameFile(name, file)) return file;
      } else {
        const sentence = holder(file);
        if (sentence !== undefined && sentence !== said) tell((said = sentence));
      }
      closeSync(file);
    } catch (error) {
      if (file !== undefined) closeSync(file);
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`Other measurements on this machine may go on at the same time: ${why}\n`);
      return undefined;
    }
    const { setTimeout: sleep } = await import('node:timers/promises');
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** Empties the file, for it names who measures, and gives the lock back with its descriptor. */
function release(lock: number): void {
  try {
    ftruncateSync(lock);
  } finally {
    closeSync(lock);
  }
}

function isSameFile(name: string, file: number): boolean {
  const [there, here] = [statSync(name, { throwIfNoEntry: false }), fstatSync(file)];
  return there?.ino === here.ino && there.dev === here.dev;
}

/** The process that measures; undefined just after it has begun and before it has said so, or when it has just ended. */
function holder(file: number): string | undefined {
  try {
    const buffer = Buffer.alloc(4096);
    const { pid, what } = JSON.parse(buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0))) as {
      readonly pid: unknown;
      readonly what: unknown;
    };
    return `Waits for the ${String(what)} (pid ${String(pid)}): two at a time would disturb each other.`;
  } catch {
    return undefined;
  }
}

/** A folder that nobody else writes to, the same for all processes of the user. Throws where there is none. */
function privateFolder(): string {
  const user = process.getuid?.() ?? 0;
  const runtime = [process.env['XDG_RUNTIME_DIR'], `/run/user/${String(user)}`].find(
    (folder) => folder !== undefined && path.isAbsolute(folder) && isOwn(folder, user),
  );
  const folder = runtime === undefined ? `/tmp/iree-replay-${String(user)}` : path.join(runtime, 'iree-replay');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwn(folder, user)) throw new Error(`${folder} belongs to somebody else`);
  return folder;
}

function isOwn(folder: string, user: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === user && (found.mode & 0o022) === 0;
}
