/** The user's programs. They may be scripts that start the real program, so a program is ended with all that it started. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

/** How a program ended. */
export interface ProgramEnd {
  /** Exit status; undefined when a signal ended it. */
  readonly status: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended for it printed more than it may. */
  readonly cut?: true;
}

/** Where it runs, and when it is ended: after this many milliseconds, or when aborted. */
export interface ProgramSurroundings {
  /** This process's by default. */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** It is ended once either output is longer; without it there is no limit. */
  readonly mostCharacters?: number;
  readonly signal?: AbortSignal;
  /** Told what it prints, as it comes, beside what it has printed at its end. */
  readonly print?: (text: string, output: 'stdout' | 'stderr') => void;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The file that a program's name or path stands for; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  if (name.includes('/')) return isProgram(path.resolve(name)) ? path.resolve(name) : undefined;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

/** Runs a program in its own process group. Rejects when it cannot be started (ENOENT, EACCES), and with the signal's reason. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs, mostCharacters = Infinity, signal, print }: ProgramSurroundings = {},
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    let cut = false;
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (cut) return;
        texts[name] += text;
        print?.(text, name);
        if (texts[name].length <= mostCharacters) return;
        texts[name] = texts[name].slice(0, mostCharacters);
        cut = true;
        kill();
      });
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(kill, timeoutMs);
    signal?.addEventListener('abort', kill, { once: true });
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      settle();
    };
    child.once('error', (error) => finish(() => reject(error)));
    child.once('close', (status, ending) =>
      finish(() => {
        if (signal?.aborted === true) reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
        else resolve({ status: status ?? undefined, signal: ending ?? undefined, ...texts, ...(cut ? { cut } : {}) });
      }),
    );
  });
}
