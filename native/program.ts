/** Programs of the user's. They may be scripts that start the real program, so what is ended is ended with all that it started. */
import { spawn } from 'node:child_process';

/** How a program ended. */
export interface ProgramEnd {
  /** Exit status; undefined when a signal ended it. */
  readonly status: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** When it is ended: after so many milliseconds, or when it is aborted. */
export interface ProgramLimits {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Runs a program in a process group of its own. Rejects when it cannot be started (ENOENT, EACCES), and with the signal's reason. */
export function runProgram(program: string, args: readonly string[], { timeoutMs, signal }: ProgramLimits = {}): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
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
        else resolve({ status: status ?? undefined, signal: ending ?? undefined, ...texts });
      }),
    );
  });
}
